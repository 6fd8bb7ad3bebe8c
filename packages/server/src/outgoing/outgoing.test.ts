import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createOutgoing, type Resolve } from "./outgoing.ts";
import { OutgoingError } from "./outgoing-error.ts";
import { startFakeService } from "#testing/fake-service.ts";

const loopback = { allowPrivateHosts: ["127.0.0.1"] };
const publicAddress = { address: "192.31.196.1", family: 4 };
const privateAddress = { address: "127.0.0.1", family: 4 };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof OutgoingError ? error.message : error),
  );

test("a call sends its data and returns the response with any status", async () => {
  await using far = await startFakeService(() => ({
    status: 418,
    headers: { "x-kind": "teapot" },
    body: { short: true },
  }));
  const response = await createOutgoing(loopback).request({
    method: "POST",
    url: `${far.url}/hook?a=1`,
    headers: { "X-Test": "yes" },
    body: "héllo",
  });
  expect(response).toMatchObject({ status: 418, headers: { "x-kind": "teapot" }, body: '{"short":true}' });
  expect(far.received).toMatchObject([
    { method: "POST", url: "/hook?a=1", body: "héllo", headers: { "x-test": "yes" } },
  ]);
});

test.for([
  "http://127.0.0.1:PORT",
  "http://2130706433:PORT",
  "http://[::ffff:127.0.0.1]:PORT",
  "http://localhost:PORT",
])("%s is rejected, and nothing is sent there", async (url) => {
  await using far = await startFakeService();
  const { request } = createOutgoing({ allowPrivateHosts: [] });
  expect(await failure(request({ method: "GET", url: url.replace("PORT", String(far.port)) }))).toMatch(
    /private address.*PLUMB_ALLOW_PRIVATE_HOSTS=/,
  );
  expect(far.received).toEqual([]);
});

test("an allowed place is an address with its port, and may be added later", async () => {
  await using far = await startFakeService();
  await using other = await startFakeService();
  const allowTargets = new Set<string>();
  const { request, connect, refusal } = createOutgoing({ allowPrivateHosts: [], allowTargets });
  expect(await failure(request({ method: "GET", url: far.url }))).toMatch(/private address/);
  allowTargets.add(`127.0.0.1:${far.port}`);
  expect(await request({ method: "GET", url: far.url })).toMatchObject({ status: 200 });
  expect(refusal(far.url)).toBeNull();
  (await connect({ host: "127.0.0.1", port: far.port, timeoutMs: 1000 })).destroy();
  for (const url of [other.url, `http://localhost:${far.port}`]) {
    expect(await failure(request({ method: "GET", url }))).toMatch(/private address/);
    expect(refusal(url)).toMatch(/private address/);
  }
  expect(await failure(connect({ host: "127.0.0.1", port: other.port, timeoutMs: 1000 }))).toMatch(/private address/);
  expect(other.received).toEqual([]);
});

test("rejects a name that resolves to a private address, because it connects to the address it checked", async () => {
  await using far = await startFakeService();
  let requests = 0;
  const resolve: Resolve = async () => [(requests += 1) === 1 ? privateAddress : publicAddress];
  const { request, connect } = createOutgoing({ allowPrivateHosts: [], resolve });
  expect(await failure(request({ method: "GET", url: `http://rebind.example:${far.port}` }))).toMatch(
    /^No public host was found with the name rebind\.example\. If it has a private address, the operator/,
  );
  // One lookup per connection: the checked address is the one that is used.
  expect(requests).toBe(1);
  requests = 0;
  expect(await failure(connect({ host: "rebind.example", port: far.port, timeoutMs: 2000 }))).toMatch(
    /private address/,
  );
  expect(requests).toBe(1);
  expect(far.received).toEqual([]);
});

test("tries only the allowed addresses of a name", async () => {
  await using far = await startFakeService();
  const found = [{ address: "10.0.0.1", family: 4 }, privateAddress];
  const { request } = createOutgoing({ ...loopback, resolve: async () => found });
  expect((await request({ method: "GET", url: `http://two.example:${far.port}` })).status).toBe(200);
});

test("returns a redirect instead of following it", async () => {
  await using inner = await startFakeService();
  await using far = await startFakeService(() => ({ status: 302, headers: { location: inner.url } }));
  expect((await createOutgoing(loopback).request({ method: "GET", url: far.url })).status).toBe(302);
  expect(inner.received).toEqual([]);
});

test("cuts a long response, and times out on a silent server", async () => {
  await using far = await startFakeService(({ url }) => (url === "/silent" ? null : { body: "x".repeat(200_000) }));
  const { request } = createOutgoing(loopback);
  expect((await request({ method: "GET", url: far.url })).body).toHaveLength(65_536);
  expect(await failure(request({ method: "GET", url: `${far.url}/silent`, timeoutMs: 50 }))).toBe(
    `127.0.0.1:${far.port} did not respond within 0.05 seconds.`,
  );
});

test("errors have a message", async () => {
  const server = createServer((socket) => socket.resume().end("SSH-2.0\r\n")).listen(0, "127.0.0.1");
  await new Promise((resolve) => {
    server.once("listening", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { request, connect } = createOutgoing(loopback);
  expect(await failure(request({ method: "GET", url: `http://127.0.0.1:${port}` }))).toBe(
    `127.0.0.1:${port} does not respond like an HTTP server.`,
  );
  expect(await failure(request({ method: "GET", url: `https://127.0.0.1:${port}` }))).toBe(
    `127.0.0.1:${port} does not support TLS.`,
  );
  await new Promise((resolve) => {
    server.close(resolve);
  });
  const nothing = `127.0.0.1:${port} refused the connection: nothing is listening there.`;
  expect(await failure(request({ method: "GET", url: `http://127.0.0.1:${port}` }))).toBe(nothing);
  expect(await failure(connect({ host: "127.0.0.1", port, timeoutMs: 2000 }))).toBe(nothing);
  expect(await failure(request({ method: "GET", url: "ftp://example.org" }))).toMatch(/must begin with https/);
  expect(await failure(request({ method: "GET", url: "https://a:b@example.org" }))).toMatch(/user name or password/);
  expect(await failure(request({ method: "GET", url: "nowhere" }))).toBe("This is not a web address.");
});

test.for([
  ["https://hooks.example.org/a", [], null],
  ["http://10.0.0.5/", [], "10.0.0.5 is a private address"],
  ["http://localhost:8080/", [], "No public host was found with the name localhost"],
  ["http://localhost:8080/", ["localhost"], null],
  ["http://[fd00::1]/", [], "fd00::1 is a private address"],
] as const)("without a look-up, %s with %j allowed is rejected with %s", ([url, allowPrivateHosts, refusal]) => {
  const output = createOutgoing({ allowPrivateHosts }).refusal(url);
  expect(output?.split(". ")[0] ?? null).toBe(refusal);
});

test("the caller can abort a call, and its response is cut at the requested length", async () => {
  await using far = await startFakeService(({ url }) => (url === "/silent" ? null : { body: "x".repeat(100_000) }));
  const { request } = createOutgoing(loopback);
  const end = new AbortController();
  const waiting = request({ method: "GET", url: `${far.url}/silent`, signal: end.signal });
  end.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect((await request({ method: "GET", url: far.url })).body).toHaveLength(65_536);
  expect((await request({ method: "GET", url: far.url, maxResponseBytes: 90_000 })).body).toHaveLength(90_000);
});

test("a connection broken by the peer fails only for its caller", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.resetAndDestroy())).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = await createOutgoing(loopback).connect({ host: "127.0.0.1", port, timeoutMs: 5000 });
  socket.write("hello");
  // Errors of the socket have no listener here; an unhandled one would fail this test run.
  await new Promise((resolve) => socket.once("close", resolve));
  expect(socket.destroyed).toBe(true);
  server.close();
});
