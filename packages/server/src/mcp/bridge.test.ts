import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

const main = fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url));

/** Connects the official client through `plumb mcp`. */
async function connect(url: string, key: string) {
  const client = new Client({ name: "test", version: "1" });
  const env = { PATH: process.env["PATH"] ?? "", PLUMB_URL: url, PLUMB_API_KEY: key };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env, stderr: "ignore" }),
  );
  return client;
}

test("plumb mcp connects a client that starts commands", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const { token, projectId } = await seedProject(plumb);
  const body = { name: "agent", scopes: ["read"] };
  const made = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body,
  });
  const client = await connect(address, made.body.data.key);
  expect((await client.listTools()).tools).toHaveLength(9);
  const { content } = await client.callTool({ name: "find_runs", arguments: {} });
  expect(content).toEqual([{ type: "text", text: "No run matches." }]);
  await client.close();
});

test("plumb mcp passes on why a key is rejected", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  await expect(connect(address, "plumb_1_wrong")).rejects.toThrow(/API key is not valid/);
});
