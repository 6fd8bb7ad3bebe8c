import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { createAgentKey, startAgents } from "#testing/agents.ts";
import { createTestApp, seedProject, type TestApp } from "#testing/app.ts";

/** Returns a function that sends a message with a key. */
async function start(plumb: TestApp) {
  const project = await seedProject(plumb);
  const key = await createAgentKey(plumb, project, ["read", "triage"]);
  return async (payload: object, headers: Record<string, string> = {}) => {
    const accept = "application/json, text/event-stream";
    const response = await plumb.app.inject({
      method: "POST",
      url: "/mcp",
      headers: { authorization: `Bearer ${key}`, accept, ...headers },
      payload,
    });
    return {
      status: response.statusCode,
      type: response.headers["content-type"],
      body: response.body === "" ? null : response.json<Record<string, unknown>>(),
    };
  };
}

const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});
const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const use = (name: string, input: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

test.for([
  ["2024-11-05", "2024-11-05"],
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  // Unknown versions get the latest one that has this message.
  ["2099-01-01", "2025-11-25"],
  ["nonsense", "2025-11-25"],
] as const)("a client of version %s speaks version %s with the server", async ([requested, spoken]) => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  for (const headers of [{}, { "mcp-protocol-version": requested }])
    expect(await send(initialize(requested), headers)).toMatchObject({
      status: 200,
      body: { result: { protocolVersion: spoken } },
    });
});

test("the official client uses the version without a handshake", async () => {
  await using plumb = await createTestApp();
  const { address, keyWith } = await startAgents(plumb);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const headers = { authorization: `Bearer ${await keyWith("read")}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }));
  expect((await client.listTools()).tools).toHaveLength(9);
  const { content } = await client.callTool({ name: "find_runs", arguments: { state: "failed" } });
  expect(content).toMatchObject([{ type: "text", text: expect.stringContaining("1 failed") as string }]);
  await client.close();
});

test("after the handshake, an unknown version is refused", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  expect((await send(listTools, { "mcp-protocol-version": "2099-01-01" })).status).toBe(400);
  expect((await send(listTools, { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
});

test("a request with the session of an earlier server process is answered", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  expect((await send(listTools, { "mcp-session-id": "of-an-earlier-process" })).status).toBe(200);
});

test.for(["application/json", "*/*", "text/event-stream, */*", "application/json, text/event-stream"])(
  "a client that accepts %s gets JSON",
  async (accept) => {
    await using plumb = await createTestApp();
    const send = await start(plumb);
    const response = await send(listTools, { accept });
    expect(response).toMatchObject({ status: 200, type: expect.stringContaining("application/json") as string });
    expect(response.body).toMatchObject({ jsonrpc: "2.0", id: 1 });
  },
);

test("a client that accepts only events gets events, of every version", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const authorization = `Bearer ${await createAgentKey(plumb, project, ["read"])}`;
  const method = "tools/list";
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  for (const [params, headers] of [
    [{}, {}],
    [{ _meta: modernMeta }, modern],
  ] as const) {
    const response = await plumb.app.inject({
      method: "POST",
      url: "/mcp",
      headers: { authorization, accept: "text/event-stream", ...headers },
      payload: { jsonrpc: "2.0", id: 1, method, params },
    });
    expect(response.headers["content-type"]).toContain("text/event-stream");
    expect(JSON.parse(/^data: (.*)$/m.exec(response.body)?.[1] ?? "")).toMatchObject({ jsonrpc: "2.0", id: 1 });
  }
});

test("several messages in one request get several responses, and a notification gets none", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  const several = await send([listTools, { ...listTools, id: 2, method: "ping" }]);
  expect(several.body).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(await send({ jsonrpc: "2.0", method: "notifications/initialized" })).toEqual({ status: 202, body: null });
});

const pings = (count: number) => Array.from({ length: count }, (_, id) => ({ ...listTools, id, method: "ping" }));

test("a request has at most 20 messages", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  expect((await send(pings(20))).body).toHaveLength(20);
  expect((await send(pings(21))).status).toBe(400);
});

test("a time may have an offset or be a day", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  for (const since of ["2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00+02:00"])
    expect((await send(use("find_runs", { since }))).body).toMatchObject({
      result: { content: [{ text: "No run matches." }] },
    });
});

test("null counts as left out", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  expect((await send({ ...listTools, params: null })).status).toBe(200);
  for (const input of [null, undefined, {}, { branch: null, limit: null, project_id: null }])
    expect((await send(use("find_runs", input))).body).toMatchObject({
      result: { content: [{ text: "No run matches." }] },
    });
});

test("a number may be sent as text, and a text of digits stays text", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  const text = async (name: string, input: object) => JSON.stringify((await send(use(name, input))).body?.["result"]);
  expect(await text("find_runs", { limit: "5", branch: "2024" })).toContain("No run matches.");
  expect(await text("explain_run", { run_id: "12" })).toContain("could not be found");
  for (const wrong of ["", "12px", "-1", "1.5", "99999999999999999999"])
    expect(await text("explain_run", { run_id: wrong })).toContain("Input validation error");
  expect(await text("create_analysis_item", { title: "404", message: "500" })).toContain("Created analysis item");
});

test("an unknown argument is an error, because its filter was not applied", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  for (const name of ["find_runs", "flaky_tests"])
    expect((await send(use(name, { status: "failed" }))).body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringMatching(/Unrecognized key: "status"/) as string }] },
    });
});

test("a subscription is refused immediately, because the server sends nothing on its own", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  const method = "subscriptions/listen";
  const params = { notifications: { toolsListChanged: true }, _meta: modernMeta };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  expect((await send({ jsonrpc: "2.0", id: 1, method, params }, headers)).body).toMatchObject({
    error: { message: "Subscription limit reached" },
  });
});

test("a client without a key learns that it needs one, and finds no way to sign in", async () => {
  await using plumb = await createTestApp();
  const refused = await plumb.app.inject({ method: "POST", url: "/mcp", payload: listTools });
  expect(refused).toMatchObject({ statusCode: 401 });
  expect(refused.headers["www-authenticate"]).toBe('Bearer realm="Plumb"');
  for (const name of ["oauth-protected-resource", "oauth-protected-resource/mcp", "oauth-authorization-server"]) {
    const response = await plumb.app.inject({ method: "GET", url: `/.well-known/${name}` });
    expect(response).toMatchObject({ statusCode: 404 });
    expect(response.headers["content-type"]).toContain("application/json");
  }
});

const severalCalls = (count: number) => Array.from({ length: count }, (_, id) => ({ ...use("find_runs", {}), id }));

test("a key makes 60 tool calls a minute, and learns when it may continue", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  const refused = async (count: number) => {
    const { body } = await send(severalCalls(count));
    const responses = body as unknown as { result: { isError?: boolean; content: { text: string }[] } }[];
    return responses.flatMap(({ result }) => (result.isError === true ? result.content.map(({ text }) => text) : []));
  };
  for (let request = 0; request < 3; request += 1) expect(await refused(20)).toEqual([]);
  plumb.time.now = new Date(plumb.time.now.getTime() + 15_000);
  const wait = "Plumb allows 60 tool calls a minute, and you have used them. Try again in 45 seconds.";
  expect(await refused(2)).toEqual([wait, wait]);
  plumb.time.now = new Date(plumb.time.now.getTime() + 46_000);
  expect(await refused(2)).toEqual([]);
});

test("the tools of a request run one after the other", async () => {
  await using plumb = await createTestApp();
  const send = await start(plumb);
  const { app } = plumb;
  const inject = app.inject.bind(app) as unknown as (options: { url: string }) => Promise<unknown>;
  let [running, most, calls] = [0, 0, 0];
  const counting = async (options: { url: string }) => {
    if (options.url === "/mcp") return inject(options);
    calls += 1;
    running += 1;
    most = Math.max(most, running);
    try {
      return await inject(options);
    } finally {
      running -= 1;
    }
  };
  app.inject = counting as never;
  await send(severalCalls(8));
  expect([calls, most]).toEqual([8, 1]);
});
