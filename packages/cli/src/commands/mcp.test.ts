import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";
import { startStubServer } from "#testing/stub-server.ts";

const message = (method: string) => JSON.stringify({ jsonrpc: "2.0", id: 1, method });
const reply = { jsonrpc: "2.0", id: 1, result: {} };

function sandboxWith(line: string) {
  return createSandbox({}, { stdin: Readable.from([`${line}\n`]) });
}

test.for([502, 503, 504])("a request that reads is repeated after HTTP %i, a use of a tool is not", async (status) => {
  for (const [method, requests] of [
    ["tools/list", 2],
    ["tools/call", 1],
  ] as const) {
    await using server = await startStubServer({ status, body: {} }, { status: 200, body: reply });
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
  const server = await startStubServer({ status: 200, body: reply });
  await server[Symbol.asyncDispose]();
  using sandbox = sandboxWith(message("tools/call"));
  const { stdout } = await sandbox.plumb("mcp", "--url", server.url);
  expect(sandbox.delays).toHaveLength(4);
  expect(stdout[0]).toContain("cannot be reached");
});

/** Answers with what the handler returns for a message. */
function answering(handler: (message: string) => { status?: number; body: string }) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status = 200, body } = handler(Buffer.concat(chunks).toString());
      response.writeHead(status).end(body);
    });
  };
}

test("a message with a line separator of Unicode stays one message, in both directions", async () => {
  const received: string[] = [];
  await using server = await startStubServer(
    answering((line) => {
      received.push(line);
      return { body: JSON.stringify({ ...reply, result: "a\u2028b\u2029c" }) };
    }),
  );
  const params = { text: "a\u2028b\u2029c\u0085d" };
  const line = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params });
  using sandbox = sandboxWith(line);
  const { stdout } = await sandbox.plumb("mcp", "--url", server.url);
  expect(received).toEqual([line]);
  expect(stdout).toEqual([String.raw`{"jsonrpc":"2.0","id":1,"result":"a\u2028b\u2029c"}`]);
});

test("a character that arrives in two parts is whole, and the last line needs no line break", async () => {
  const received: string[] = [];
  await using server = await startStubServer(
    answering((line) => {
      received.push(line);
      return { body: JSON.stringify(reply) };
    }),
  );
  const bytes = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"é"}');
  const cut = bytes.indexOf(0xc3) + 1;
  using sandbox = createSandbox({}, { stdin: Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)]) });
  await sandbox.plumb("mcp", "--url", server.url);
  expect(received).toEqual([bytes.toString()]);
});

test("standard output has only messages of the protocol, whatever the server answers", async () => {
  const bodies = [
    { status: 502, body: "<html>Bad gateway</html>" },
    { status: 401, body: '{"success":false,"error":"Please log in."}' },
    { status: 202, body: "" },
    { status: 200, body: "Hello" },
    { status: 200, body: "null" },
    { status: 200, body: '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]' },
    { status: 200, body: '{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "result": {}\n}' },
  ];
  for (const body of bodies) {
    await using server = await startStubServer(answering(() => body));
    using sandbox = createSandbox(
      {},
      {
        stdin: Readable.from([
          `${message("tools/call")}\nnot json\n\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`,
        ]),
      },
    );
    const { code, stdout } = await sandbox.plumb("mcp", "--url", server.url);
    expect(code).toBe(0);
    for (const line of stdout.filter((each) => each !== "")) {
      const parsed: unknown = JSON.parse(line);
      for (const each of [parsed].flat()) expect(each).toMatchObject({ jsonrpc: "2.0" });
    }
  }
});

test("the command ends when standard input closes, although a request is open", async () => {
  const stdin = new PassThrough();
  let received = 0;
  await using server = await startStubServer(() => {
    received += 1;
    stdin.end();
  });
  using sandbox = createSandbox({}, { stdin });
  stdin.write(`${message("tools/list")}\n`);
  const { code } = await sandbox.plumb("mcp", "--url", server.url);
  expect(code).toBe(0);
  // The request is not repeated either.
  expect(received).toBe(1);
});

test("the command ends when the pipe breaks", async () => {
  const stdin = new PassThrough();
  await using server = await startStubServer(() => {
    stdin.destroy(new Error("EIO"));
  });
  using sandbox = createSandbox({}, { stdin });
  stdin.write(`${message("tools/list")}\n`);
  expect((await sandbox.plumb("mcp", "--url", server.url)).code).toBe(0);
});

test("headers repeat version, method and name of a message that names its version", async () => {
  const seen: IncomingMessage["headers"][] = [];
  await using server = await startStubServer((request, response) => {
    seen.push(request.headers);
    request.resume().on("end", () => response.end(JSON.stringify(reply)));
  });
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const params = { name: "find_runs", _meta };
  const hostile = { name: "x\r\ny", _meta };
  using sandbox = createSandbox(
    {},
    {
      stdin: Readable.from(
        [params, hostile].map(
          (each) => `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: each })}\n`,
        ),
      ),
    },
  );
  await sandbox.plumb("mcp", "--url", server.url);
  const versions = seen.map((headers) => headers["mcp-protocol-version"]);
  expect(new Set(versions)).toEqual(new Set(["2026-07-28", undefined]));
  expect(seen.find((headers) => headers["mcp-name"] !== undefined)).toMatchObject({
    "mcp-method": "tools/call",
    "mcp-name": "find_runs",
  });
});

test("there is no --json, because standard output belongs to the protocol", async () => {
  using sandbox = sandboxWith(message("tools/list"));
  const { code, stderr } = await sandbox.plumb("mcp", "--json");
  expect(code).toBe(2);
  expect(stderr).toContain("--json");
});
