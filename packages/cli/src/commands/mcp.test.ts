import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";
import { startStubServer } from "#testing/stub-server.ts";

const message = (method: string) => JSON.stringify({ jsonrpc: "2.0", id: 1, method });
const answer = { jsonrpc: "2.0", id: 1, result: {} };

function sandboxWith(line: string) {
  return createSandbox({}, { stdin: Readable.from([`${line}\n`]) });
}

test.for([502, 503, 504])("a request that reads is repeated after HTTP %i, a use of a tool is not", async (status) => {
  for (const [method, requests] of [
    ["tools/list", 2],
    ["tools/call", 1],
  ] as const) {
    await using server = await startStubServer({ status, body: {} }, { status: 200, body: answer });
    using sandbox = sandboxWith(message(method));
    const { stdout } = await sandbox.plumb("mcp", "--url", server.url);
    expect(server.requests).toHaveLength(requests);
    expect(stdout[0]).toContain(
      method === "tools/list" ? '"result":{}' : "The tool may have run: look before you use it",
    );
  }
});

test("a use of a tool whose connection breaks is not repeated", async () => {
  let received = 0;
  await using server = await startStubServer((request) => {
    received += 1;
    request.socket.destroy();
  });
  using sandbox = sandboxWith(message("tools/call"));
  const { stdout } = await sandbox.plumb("mcp", "--url", server.url);
  expect(received).toBe(1);
  expect(stdout[0]).toContain("The tool may have run");
});

test("a use of a tool is repeated if the server refuses the connection", async () => {
  const server = await startStubServer({ status: 200, body: answer });
  await server[Symbol.asyncDispose]();
  using sandbox = sandboxWith(message("tools/call"));
  const { stdout } = await sandbox.plumb("mcp", "--url", server.url);
  expect(sandbox.delays).toHaveLength(3);
  expect(stdout[0]).toContain("cannot be reached");
});
