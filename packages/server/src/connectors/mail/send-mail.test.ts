import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { type MailServer, mailServerOf, sendMail } from "./send-mail.ts";
import { layOut } from "./layout.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { spansOf } from "#testing/recorded-spans.ts";

const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
const mail = { to: "ada@example.test", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
const server = (port: number, change: Partial<MailServer> = {}): MailServer => ({
  host: "127.0.0.1",
  port,
  encryption: "none",
  certificate: "verify",
  credentials: null,
  from: { address: "plumb@example.test", name: "Plumb" },
  ...change,
});
const output = (sending: Promise<void>) =>
  sending.then(
    () => "sent",
    (error: unknown) => {
      if (error instanceof OutgoingError) return error.message;
      throw error;
    },
  );
const credentials = { user: "plumb", password: "right" };
const withPassword: SMTPServerOptions = {
  authOptional: false,
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    if (username === "plumb" && password === "right") done(null, { user: "plumb" });
    else done(new Error("Invalid credentials"));
  },
};

test("a mail is a span without addresses and content, and fails with it", async () => {
  await using far = await startMailServer(withPassword);
  const attributes = { "network.protocol.name": "smtp", "server.address": "127.0.0.1", "server.port": far.port };
  const spans = await spansOf(async () => {
    await sendMail(outgoing, server(far.port, { credentials }), mail, 5000);
    await output(sendMail(outgoing, server(far.port, { credentials: { ...credentials, password: "x" } }), mail, 5000));
  });
  expect(spans).toEqual([
    { name: "SMTP", attributes, error: null },
    { name: "SMTP", attributes, error: "EAUTH" },
  ]);
});

test("a mail is sent as plain text and HTML, marked as automatically generated", async () => {
  await using far = await startMailServer();
  await sendMail(outgoing, server(far.port), mail, 5000);
  const [received] = far.received;
  expect(received).toMatchObject({
    from: "plumb@example.test",
    to: ["ada@example.test"],
    message: {
      from: { address: "plumb@example.test", name: "Plumb" },
      to: [{ address: "ada@example.test" }],
      subject: "Hello",
    },
  });
  expect(received?.message.text?.trim()).toBe("Hello");
  expect(received?.message.html?.trim()).toBe("<p>Hello</p>");
  expect(received?.message.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});

test.for([
  ["the right password", { credentials }, withPassword, "sent"],
  [
    "a wrong password",
    { credentials: { user: "plumb", password: "wrong" } },
    withPassword,
    "The mail server rejected the user name and password. Response: 535 Invalid credentials",
  ],
  ["no password where one is needed", {}, withPassword, /^The mail server requires a user name and password/],
  [
    "TLS that cannot be verified",
    { encryption: "tls" },
    { secure: true },
    /certificate of 127\.0\.0\.1 is not accepted/,
  ],
  ["TLS that need not be verified", { encryption: "tls", certificate: "any" }, { secure: true }, "sent"],
  ["STARTTLS", { encryption: "starttls", certificate: "any" }, { disabledCommands: [] }, "sent"],
  [
    "STARTTLS that cannot be verified",
    { encryption: "starttls" },
    { disabledCommands: [] },
    /certificate of 127\.0\.0\.1 is not accepted/,
  ],
  ["STARTTLS where there is none", { encryption: "starttls" }, {}, /^The mail server does not offer STARTTLS/],
  ["TLS where there is none", { encryption: "tls" }, {}, /does not support TLS/],
  [
    "a refused recipient",
    {},
    {
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error("No such user"), { responseCode: 550 })),
    },
    "The mail server rejected the recipient. Response: 550 No such user",
  ],
] as const satisfies readonly (readonly [string, Partial<MailServer>, SMTPServerOptions, string | RegExp])[])(
  "with %s",
  async ([, change, options, expected]) => {
    await using far = await startMailServer(options);
    expect(await output(sendMail(outgoing, server(far.port, change), mail, 5000))).toMatch(expected);
    expect(far.received).toHaveLength(expected === "sent" ? 1 : 0);
  },
);

test("names the addresses that the mail server rejected, if others received the mail", async () => {
  await using far = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("gone") ? Object.assign(new Error("No such user"), { responseCode: 550 }) : null),
  });
  const to = ["ada@example.test", "gone@example.test"];
  expect(await output(sendMail(outgoing, server(far.port, {}), { ...mail, to }, 5000))).toBe(
    "The mail server rejected gone@example.test. All other addresses received the email.",
  );
  expect(far.received).toHaveLength(1);
});

test("a password is not sent unencrypted if STARTTLS is required", async () => {
  let attempts = 0;
  await using far = await startMailServer({
    ...withPassword,
    onAuth: (_auth, _session, done) => {
      attempts += 1;
      done(null, { user: "plumb" });
    },
  });
  await output(sendMail(outgoing, server(far.port, { encryption: "starttls", credentials }), mail, 5000));
  expect(attempts).toBe(0);
});

test("a silent server times out, and its connection is closed", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const silent = createServer((socket) => socket.resume().on("close", resolve)).listen(0, "127.0.0.1");
  await new Promise((done) => {
    silent.once("listening", done);
  });
  const { port } = silent.address() as AddressInfo;
  expect(await output(sendMail(outgoing, server(port), mail, 200))).toBe(
    `127.0.0.1:${port} did not respond within 0.2 seconds.`,
  );
  await closed;
  await new Promise((done) => {
    silent.close(done);
  });
});

test("no text can add a header or a second recipient", async () => {
  await using far = await startMailServer();
  const hostile = "Shop\r\nBcc: eve@example.test\r\nX-Injected: yes\r\n\r\nbody\u2028";
  const from = mailServerOf({ fromAddress: "plumb@example.test", fromName: hostile }, hostile).from;
  await sendMail(outgoing, server(far.port, { from }), { ...mail, subject: hostile }, 5000);
  await output(
    sendMail(outgoing, server(far.port), { ...mail, to: "ada@example.test>\r\nRCPT TO:<eve@example.test" }, 5000),
  );
  await output(sendMail(outgoing, server(far.port), { ...mail, to: "ada@example.test, eve@example.test" }, 5000));
  expect(far.received[0]?.message.subject).toBe("Shop Bcc: eve@example.test X-Injected: yes body");
  for (const { to, message } of far.received) {
    expect(to).not.toContain("eve@example.test");
    expect(message.headers.map(({ key }) => key)).not.toContain("x-injected");
    expect(message.bcc ?? []).toEqual([]);
  }
});

test("a mail has the same content as text and HTML, and user text is escaped", () => {
  const letter = layOut({
    subject: "Invitation",
    brand: { name: "Plumb & <Co>", color: "#ffe680" },
    paragraphs: ['<img src="x" onerror=alert(1)> invited you.'],
    action: { label: "Accept", url: "http://plumb.test/a?b=1&c=2" },
    closing: ["Bye"],
  });
  expect(letter.text).toBe(
    '<img src="x" onerror=alert(1)> invited you.\n\nAccept:\nhttp://plumb.test/a?b=1&c=2\n\nBye\n\n-- \nPlumb & <Co>',
  );
  expect(letter.html).toContain("&lt;img src=&quot;x&quot; onerror=alert(1)&gt; invited you.");
  expect(letter.html).toContain('href="http://plumb.test/a?b=1&amp;c=2"');
  // The label is black on a light brand colour.
  expect(letter.html).toContain("background:#ffe680;color:#000000");
  expect(letter.html).not.toContain("<img");
});
