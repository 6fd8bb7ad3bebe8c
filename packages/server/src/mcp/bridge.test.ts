import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createAgentKey } from "#testing/agents.ts";
import { createTestApp, seedProject } from "#testing/app.ts";
import { createServerHome } from "#testing/process.ts";

const main = fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url));

/** Connects the official client through `plumb mcp`. */
async function connect(url: string, key: string, options: ConstructorParameters<typeof Client>[1] = {}) {
  const client = new Client({ name: "test", version: "1" }, options);
  const env = { PATH: process.env["PATH"] ?? "", PLUMB_URL: url, PLUMB_API_KEY: key };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env, stderr: "ignore" }),
  );
  return client;
}

test("plumb mcp connects a client that starts commands", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const key = await createAgentKey(plumb, await seedProject(plumb), ["read"]);
  // Older versions begin with a handshake.
  for (const options of [{}, { versionNegotiation: { mode: { pin: "2026-07-28" } } }]) {
    const client = await connect(address, key, options);
    expect((await client.listTools()).tools).toHaveLength(9);
    const { content } = await client.callTool({ name: "find_runs", arguments: {} });
    expect(content).toEqual([{ type: "text", text: "No run matches." }]);
    await client.close();
  }
});

test("plumb mcp passes on why a key is rejected", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  await expect(connect(address, "plumb_1_wrong")).rejects.toThrow(/API key is not valid/);
});

test("plumb mcp keeps working while the server restarts", async () => {
  await using home = await createServerHome();
  const first = await home.start();
  const post = async (path: string, token: string | null, body: object) => {
    const headers = { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) };
    const response = await fetch(first.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { token: string; data: { id: number; key: string } };
  };
  const { token } = await post("/api/auth/login", null, { username: "admin@example.test", password: "correct horse" });
  const { data: project } = await post("/api/projects", token, { name: "Shop", description: "Shop" });
  const body = { name: "agent", scopes: ["read"] };
  const { data: made } = await post(`/api/projects/${project.id}/api-keys`, token, body);
  const client = await connect(first.url, made.key);
  await client.listTools();
  await first.kill();
  const find = () => client.callTool({ name: "find_runs", arguments: {} });
  // Sent while no server listens, and repeated for some seconds. A slow start takes longer.
  const waiting = find().catch(() => null);
  await home.start({ PLUMB_PORT: new URL(first.url).port });
  expect(((await waiting) ?? (await find())).content).toEqual([{ type: "text", text: "No run matches." }]);
  await client.close();
});

test("plumb mcp ends with standard input, although a request is open", async () => {
  await using server = await startSilentServer();
  const child = spawn(process.execPath, [main, "mcp"], {
    env: { PATH: process.env["PATH"], PLUMB_URL: server.url, PLUMB_API_KEY: "plumb_1_x" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" })}\n`);
  await server.received;
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(JSON.parse(output)).toMatchObject({ jsonrpc: "2.0", id: 7, error: {} });
});

/** Starts a server that never answers. */
async function startSilentServer() {
  const server = createServer();
  const received = once(server, "request");
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
