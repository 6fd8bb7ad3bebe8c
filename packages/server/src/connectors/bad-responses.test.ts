import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ServiceError } from "./service-error.ts";
import type { Connection, Tracker } from "./offers.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { expiredCertificate } from "#testing/expired-certificate.ts";
import type { FakeReply } from "#testing/fakes/fake-http.ts";
import { filled, newTicket, startTracker, towards, trackers } from "#testing/trackers.ts";

const each = trackers.map((setup) => [setup.name, setup] as const);

/** Calls every function of a tracker, and returns the error of each. */
async function allErrors(
  tracker: Tracker,
  connection: Connection,
  id: string,
): Promise<readonly (readonly [string, unknown])[]> {
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["testBinding", () => tracker.testBinding(connection, tools)],
    ["describe", () => tracker.describe(connection)],
    ["create", () => tracker.create(connection, newTicket)],
    ["findCreated", () => tracker.findCreated(connection, newTicket.mark)],
    ["find", () => tracker.find(connection, "timeout")],
    ["readMany", () => tracker.readMany(connection, [id])],
    ["comment", () => tracker.comment(connection, id, newTicket.description)],
    ["changeState", () => tracker.changeState(connection, id, "closed")],
  ];
  const errors: (readonly [string, unknown])[] = [];
  for (const [name, call] of calls)
    errors.push([
      name,
      await call().then(
        () => null,
        (error: unknown) => error,
      ),
    ]);
  return errors;
}

const html = { headers: { "content-type": "text/html" }, body: "<html><title>Proxy</title></html>" };

test.for(
  each.flatMap(([name, setup]) =>
    (
      [
        [{ status: 401, body: { message: "no" } }, "destination", null, /rejected the/],
        [{ status: 403, body: { message: "no" } }, "destination", null, /may not do this/],
        [{ status: 409, body: { message: "conflict" } }, "request", null, /HTTP 409/],
        [{ status: 429 }, "destination", null, /too many requests/],
        [{ status: 429, headers: { "retry-after": "30" } }, "destination", 30_000, /too many requests/],
        [{ status: 500, ...html }, "destination", null, /has a problem \(HTTP 500\)/],
        [{ status: 503, headers: { "retry-after": "30" } }, "destination", 30_000, /has a problem \(HTTP 503\)/],
        [
          { status: 301, headers: { location: "https://new.example/x" } },
          "destination",
          null,
          /redirects to https:\/\/new\.example/,
        ],
        [{ status: 200, ...html }, "destination", null, /did not respond like/],
        [{ status: 200, body: {} }, "destination", null, /did not respond like/],
        [{ status: 204, body: "" }, "destination", null, /did not respond like/],
        [{ status: 200, body: '{"cut' }, "destination", null, /did not respond like/],
      ] as const satisfies readonly (readonly [FakeReply, string, number | null, RegExp])[]
    ).map((row) => [name, ...row, setup] as const),
  ),
)(
  "%s responds with %j: each call fails for the %s, after %s ms",
  async ([, response, scope, retryAfterMs, output, setup]) => {
    await using far = await startTracker(setup);
    const { id } = await far.tracker.create(far.connection, newTicket);
    far.override(() => response);
    for (const [name, error] of await allErrors(far.tracker, far.connection, id)) {
      // A comment and a change of state do not use the content of the response. A page of a proxy counts as a failure.
      const isEmpty = "body" in response && (response.body === "" || JSON.stringify(response.body) === "{}");
      if (error === null && isEmpty && /comment|changeState/.test(name)) continue;
      expect([name, error]).toEqual([name, expect.any(ServiceError)]);
      // GitHub reports a limit without a time, after which it recommends a minute.
      const wait = setup.id === "github" && response.status === 429 ? (retryAfterMs ?? 60_000) : retryAfterMs;
      expect([name, error]).toMatchObject([name, { scope, retryAfterMs: wait }]);
      expect(String(error)).toMatch(output);
    }
  },
);

test.for(each)("%s: messages of the service are shown, cut, and without secrets", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { id } = await far.tracker.create(far.connection, newTicket);
  // The second secret is where the message is cut.
  const start = `field "x" is\r\nwrong, token ${setup.secret} `;
  const reason = `${start}${"very ".repeat(200).slice(0, 195 - start.length)}${setup.secret} ${"very ".repeat(200)}`;
  const body = {
    message: reason,
    errorMessages: [reason],
    errors: setup.id === "linear" ? [{ message: reason }] : setup.id === "jira" ? { summary: reason } : [],
  };
  far.override(() => ({ status: setup.id === "azure-boards" || setup.id === "jira" ? 400 : 422, body }));
  for (const [name, error] of await allErrors(far.tracker, far.connection, id)) {
    expect([name, error]).toMatchObject([name, { scope: "request" }]);
    const { message } = error as Error;
    expect(message).toMatch(/field "x" is wrong, token \[removed\] very/);
    expect(message).not.toContain(setup.secret.slice(0, 4));
    expect(message.length).toBeLessThan(700);
  }
});

test.for(each)("%s: a missing project, address or ticket is named", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { id } = await far.tracker.create(far.connection, newTicket);
  far.override(() => ({ status: 404, body: setup.id === "linear" ? "" : { message: "Not Found" } }));
  const errors = new Map(await allErrors(far.tracker, far.connection, id));
  expect(errors.get("create")).toMatchObject({ scope: "destination", status: 404 });
  expect(String(errors.get("create"))).toMatch(/has no|moved|disabled/);
  if (setup.id === "linear") return;
  expect(errors.get("comment")).toMatchObject({ scope: "request", status: 404 });
  expect(String(errors.get("comment"))).toMatch(/was deleted/);
});

test.for(each)("%s: fails if the service does not respond, or its response never ends", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { id } = await far.tracker.create(far.connection, newTicket);
  far.override(() => null);
  const { outgoing } = far.connection;
  const hurried: Connection = {
    ...far.connection,
    outgoing: { ...outgoing, request: (input) => outgoing.request({ ...input, timeoutMs: 30 }) },
  };
  for (const [, error] of await allErrors(far.tracker, hurried, id)) {
    expect(error).toBeInstanceOf(OutgoingError);
    expect(String(error)).toMatch(/did not respond within 0\.03 seconds/);
  }
  const endless = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = `{"a":"${"x".repeat(1_000_000)}`;
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  }).listen(0, "127.0.0.1");
  await once(endless, "listening");
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const connection = { ...far.connection, credentials: filled(setup.credentials, url), outgoing: towards(url) };
  const error: unknown = await far.tracker.find(connection, "timeout").catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/sent a response that is too long/);
  endless.closeAllConnections();
  endless.close();
});

test.for(each)("%s: an expired certificate is reported", async ([, setup]) => {
  await using far = await startTracker(setup);
  const server = createTlsServer(expiredCertificate, (_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = { ...far.connection, credentials: filled(setup.credentials, url), outgoing: towards(url) };
  const error: unknown = await far.tracker.find(connection, "timeout").catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/TLS certificate of 127\.0\.0\.1 is not accepted/);
  server.closeAllConnections();
  server.close();
});

test.for(each)("%s: private addresses are refused", async ([, setup]) => {
  await using far = await startTracker(setup);
  const guarded = createOutgoing({ allowPrivateHosts: [] });
  const outgoing = {
    ...guarded,
    request: (input: Parameters<typeof guarded.request>[0]) =>
      guarded.request({ ...input, url: input.url.replace("https://api.linear.app", far.url) }),
  };
  const error: unknown = await far.tracker
    .readMany({ ...far.connection, outgoing }, [setup.missingId])
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/private address/);
  expect(far.received).toEqual([]);
});

test.for(each)("%s: wrong credentials are reported by every call", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { id } = await far.tracker.create(far.connection, newTicket);
  const credentials = Object.fromEntries(
    Object.entries(far.connection.credentials).map(([name, value]) => [
      name,
      value === setup.secret ? "revoked" : value,
    ]),
  );
  for (const [name, error] of await allErrors(far.tracker, { ...far.connection, credentials }, id)) {
    expect([name, error]).toMatchObject([name, { scope: "destination" }]);
    expect(String(error)).toMatch(
      /rejected the (?:access token|API key|email address and API token|personal access token)/,
    );
  }
});
