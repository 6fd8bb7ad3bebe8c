// oxlint-disable-next-line no-restricted-imports -- the far end of these tests is a real server; it is not published
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { login } from "@plumb/contract/people/auth.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { createProject, listProjects } from "@plumb/contract/projects/projects.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { UnexpectedResponseError, NetworkError, RefusedError } from "./call-error.ts";
import { createClient } from "./client.ts";

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

async function startStubServer(reply: (response: ServerResponse, seen: ReceivedRequest) => void) {
  const seen: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const call = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(call);
      reply(response, call);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const ok = (response: ServerResponse) => response.end(JSON.stringify({ success: true, data: [], total: 0, files: [] }));

test("fills the path, leaves unset query values out and sends the token", async () => {
  await using server = await startStubServer(ok);
  const client = createClient({ baseUrl: `${server.baseUrl}/`, token: () => "secret" });

  const response = await client.call(listResults, {
    params: { reportId: 7 },
    query: { offset: 100, search: "a&b c", status: undefined },
  });

  expect(response.total).toBe(0);
  expect(server.seen[0]).toMatchObject({
    method: "GET",
    url: "/api/reports/7/results?offset=100&search=a%26b+c",
    headers: { authorization: "Bearer secret" },
  });
});

test("sends objects as JSON and a form unchanged", async () => {
  await using server = await startStubServer(ok);
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });
  const form = new FormData();
  form.append("files", new Blob(["<testsuite/>"]), "a/junit.xml");

  await client.call(createProject, { body: { name: "Shop", description: "The shop" } });
  await client.call(upload, { query: { projectId: 1 }, body: form });

  expect(server.seen[0]).toMatchObject({
    body: '{"name":"Shop","description":"The shop"}',
    headers: { "content-type": "application/json" },
  });
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
  expect(server.seen[1]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(server.seen[1]?.body).toContain('filename="a/junit.xml"');
});

test("sends a stream with the type that the caller names", async () => {
  await using server = await startStubServer(ok);
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });

  await client.call(upload, { body: new Blob(["{}"]).stream(), headers: { "content-type": "application/json" } });

  expect(server.seen[0]).toMatchObject({ body: "{}", headers: { "content-type": "application/json" } });
});

test("an error has the code, message, status, incident and remaining body of the response", async () => {
  await using server = await startStubServer((response) => {
    response.writeHead(500, { "retry-after": "2" });
    response.end(JSON.stringify({ success: false, error: "Sorry", code: "internal", incident: "i-1", files: [] }));
  });
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });

  const error = await client.call(listProjects).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(RefusedError);
  expect(error).toMatchObject({
    message: "Sorry",
    code: "internal",
    status: 500,
    incident: "i-1",
    retryAfterMs: 2000,
    body: { files: [] },
  });
});

test("an error page of a proxy gets the code that matches its status", async () => {
  await using server = await startStubServer((response) => response.writeHead(502).end("<h1>Bad Gateway</h1>"));
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });

  const error = await client.call(listProjects).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({
    code: "unavailable",
    status: 502,
    message: "Something went wrong on the server (502). Try again.",
  });
});

test("a successful response that is not from Plumb is an error", async () => {
  await using server = await startStubServer((response) => response.end("<html>Welcome</html>"));
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });

  await expect(client.call(listProjects)).rejects.toBeInstanceOf(UnexpectedResponseError);
});

test("reports a rejected token, but not a wrong password", async () => {
  await using server = await startStubServer((response) =>
    response.writeHead(401).end(JSON.stringify({ success: false, error: "No", code: "unauthenticated" })),
  );
  const sent: string[] = [];
  const client = createClient({
    baseUrl: server.baseUrl,
    token: () => "old",
    onUnauthenticated: (token) => sent.push(token),
  });

  await client.call(login, { body: { username: "a", password: "b" } }).catch(() => undefined);
  expect(sent).toEqual([]);
  await client.call(listProjects).catch(() => undefined);
  expect(sent).toEqual(["old"]);
});

test("a response with the error flag is an error, even with a success status", async () => {
  await using server = await startStubServer((response) =>
    response.end(JSON.stringify({ success: false, error: "Not today" })),
  );
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });
  await expect(client.call(listProjects)).rejects.toThrow(new RegExp("^Not today$"));
});

test("a missing response is a network error that names the host and the cause", async () => {
  const server = await startStubServer(ok);
  await server[Symbol.asyncDispose]();
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });

  const error = await client.call(listProjects).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(NetworkError);
  expect((error as Error).message).toMatch(/^127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
});

test("an abort throws the caller's own reason", async () => {
  await using server = await startStubServer(() => undefined);
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });
  const controller = new AbortController();
  const call = client.call(listProjects, { signal: controller.signal });
  controller.abort(new Error("changed my mind"));

  await expect(call).rejects.toThrow("changed my mind");
});

test("a missing parameter is a type error, and a runtime error without types", async () => {
  await using server = await startStubServer((response) => void response.writeHead(500).end());
  const client = createClient({ baseUrl: server.baseUrl, token: () => null });
  // @ts-expect-error -- the path needs a report
  await expect(client.call(listResults)).rejects.toThrow("needs the parameter reportId");
  // @ts-expect-error -- an id is a number
  await expect(client.call(listResults, { params: { reportId: {} } })).rejects.toThrow("needs the parameter reportId");
  // @ts-expect-error -- the name is required: the server refuses it
  await expect(client.call(createProject, { body: {} })).rejects.toBeInstanceOf(RefusedError);
});
