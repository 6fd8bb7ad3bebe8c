import { expect, test } from "vitest";
import { mailServerOf, sendMail } from "./send-mail.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { createTokenFake } from "#testing/fakes/token-endpoint.ts";
import { startMailServer } from "#testing/mail-server.ts";

const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
const mail = { to: "ada@example.test", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
const scope = "https://outlook.office365.com/.default";

/** Starts a mail server that only accepts the newest token of a token endpoint, as Microsoft 365 and Google do. */
async function start(change: Readonly<Record<string, string>> = {}, isGoogle = false) {
  const { state, respond } = createTokenFake({
    clientId: "plumb",
    clientSecret: "secret-1",
    ...(isGoogle ? { refreshToken: "refresh-1" } : { scope }),
  });
  const endpoint = await startFakeService(respond);
  const logins: string[] = [];
  const far = await startMailServer({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authMethods: ["XOAUTH2", "PLAIN", "LOGIN"],
    onAuth({ method, username, accessToken = "" }, _session, done) {
      logins.push(accessToken);
      if (method !== "XOAUTH2")
        done(
          Object.assign(new Error("5.7.30 Basic authentication is not supported for Client Submission."), {
            responseCode: 550,
          }),
        );
      else if (username === "plumb@example.test" && state.tokens.has(accessToken)) done(null, { user: username });
      // Google sends a challenge with the reason first.
      else if (isGoogle) done(null, { data: { status: "400", schemes: "Bearer" } });
      else done(new Error("5.7.3 Authentication unsuccessful"));
    },
  });
  const values = {
    host: "127.0.0.1",
    port: String(far.port),
    encryption: "none",
    authentication: "oauth",
    user: "plumb@example.test",
    tokenUrl: `${endpoint.url}/token`,
    scope: isGoogle ? "" : scope,
    clientId: "plumb",
    clientSecret: "secret-1",
    refreshToken: isGoogle ? "refresh-1" : "",
    fromAddress: "plumb@example.test",
    ...change,
  };
  return {
    state,
    far,
    logins,
    requests: endpoint.received,
    send: () =>
      sendMail(outgoing, mailServerOf(values, "Plumb"), mail, 5000).then(
        () => "sent",
        (error: unknown) => String(error),
      ),
    async [Symbol.asyncDispose]() {
      await far[Symbol.asyncDispose]();
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

test.for([false, true])("a mail is sent with an access token, which is used again (Google: %s)", async (isGoogle) => {
  await using input = await start({}, isGoogle);
  expect([await input.send(), await input.send()]).toEqual(["sent", "sent"]);
  expect(input.far.received).toHaveLength(2);
  expect(input.requests).toHaveLength(1);
});

test("an expired token is replaced before it is used", async () => {
  await using input = await start();
  input.state.validSeconds = 30;
  expect([await input.send(), await input.send()]).toEqual(["sent", "sent"]);
  expect(input.requests).toHaveLength(2);
});

test.for([false, true])("a token that the mail server refuses is replaced once (Google: %s)", async (isGoogle) => {
  await using input = await start({}, isGoogle);
  expect(await input.send()).toBe("sent");
  input.state.tokens.clear();
  expect(await input.send()).toBe("sent");
  expect(input.requests).toHaveLength(2);
  expect(input.far.received).toHaveLength(2);
});

test("a mailbox that the application may not use is explained after two attempts", async () => {
  await using input = await start({ user: "other@example.test" });
  expect(await input.send()).toMatch(
    /rejected the access token for other@example\.test\. Allow the application to send from this mailbox.*SMTP\.SendAsApp.*Response: 535 5\.7\.3 Authentication unsuccessful/,
  );
  expect(input.logins).toHaveLength(2);
});

test.for([
  [{ clientSecret: "wrong" }, /Check the client ID and the client secret, which may have expired\. Response: AADSTS/],
  [{ scope: "" }, /Check the scope\. Response: AADSTS/],
  [{ refreshToken: "old" }, /The refresh token has expired or was revoked\. Create a new one\./],
  [{ clientId: "" }, /Enter the token URL and the client ID\./],
  [{ clientSecret: "" }, /Enter the client secret/],
  [{ user: "" }, /Enter the user name/],
] as const)("the settings %j are explained", async ([change, message]) => {
  await using input = await start(change);
  const result = await input.send();
  expect(result).toMatch(message);
  expect(result).not.toContain("secret-1");
  expect(input.logins).toEqual([]);
});

test("a mailbox that accepts no password any more leads to OAuth 2.0", async () => {
  await using input = await start({ authentication: "password", password: "right" });
  expect(await input.send()).toMatch(
    "Microsoft 365 does not accept a password for this mailbox. Choose OAuth 2.0 as the authentication. Response: 550 5.7.30",
  );
});
