import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { Agent, openAgent } from "#testing/agent.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";

const mebibyte = 1024 * 1024;

/** Creates a second project and returns its key. */
async function otherKey(plumb: TestApp, token: string): Promise<string> {
  const project = { name: "Bank", description: "Where the money is" };
  const { body } = await call<{ data: { id: number } }>(plumb, "POST", "/api/projects", { token, body: project });
  const path = `/api/projects/${body.data.id}/api-keys`;
  const made = await call<{ data: { key: string } }>(plumb, "POST", path, {
    token,
    body: { name: "CI", scopes: ["ingest"] },
  });
  return made.body.data.key;
}

interface Started {
  readonly socket: Socket;
  answer: string;
}

/** Starts requests with unfinished bodies. Returns when the server has read all sent data or has responded. */
async function beginRequests(plumb: TestApp, heads: readonly string[], body: string): Promise<Started[]> {
  const { port } = plumb.app.server.address() as { port: number };
  const started = heads.map((head): Started => {
    const one: Started = { socket: connect({ host: "127.0.0.1", port }), answer: "" };
    one.socket.on("error", () => undefined).on("data", (chunk: Buffer) => (one.answer += chunk.toString()));
    one.socket.write(`${head.replaceAll("\n", "\r\n")}\r\nHost: 127.0.0.1\r\n\r\n${body}`);
    return one;
  });
  const isTaken = ({ socket, answer }: Started) => answer !== "" || (!socket.connecting && socket.writableLength === 0);
  while (!started.every(isTaken)) await pause(10);
  return started;
}

const post = (key: string, path: string, ...lines: readonly string[]) =>
  [`POST /api/v1/Shop${path} HTTP/1.1`, `Authorization: Bearer ${key}`, ...lines].join("\n");

test("slow bodies of one project block neither other projects nor the project itself", async () => {
  await using plumb = await createTestApp();
  const { key, token, agent } = await openAgent(plumb);
  const other = new Agent(plumb, await otherKey(plumb, token), "/api/v1/Bank");
  await plumb.app.listen({ host: "127.0.0.1", port: 0 });
  const head = post(key, "/log", "Content-Type: application/json", "Transfer-Encoding: chunked");
  const started = await beginRequests(plumb, Array<string>(20).fill(head), "1\r\n[\r\n");
  expect(await other.startLaunch()).toMatchObject({ status: 201 });
  expect(await agent.startLaunch()).toMatchObject({ status: 201 });
  for (const { socket } of started) socket.destroy();
});

test("bodies of one project leave memory for others", async () => {
  await using plumb = await createTestApp();
  const { key, token, agent } = await openAgent(plumb);
  const other = new Agent(plumb, await otherKey(plumb, token), "/api/v1/Bank");
  await plumb.app.listen({ host: "127.0.0.1", port: 0 });
  const length = 15 * mebibyte;
  const head = post(key, "/log", "Content-Type: application/json", `Content-Length: ${length}`);
  const started = await beginRequests(plumb, Array<string>(10).fill(head), " ".repeat(length - 1));
  await expect.poll(() => started.filter(({ answer }) => answer.startsWith("HTTP/1.1 429")).length).toBe(6);
  expect(started.filter(({ answer }) => answer === "")).toHaveLength(4);
  expect(await other.startLaunch()).toMatchObject({ status: 201 });
  for (const { socket } of started) socket.destroy();
  const large = { name: "x".repeat(8 * mebibyte), startTime: agent.now() };
  await expect.poll(async () => (await agent.send("POST", "/launch", large)).status).not.toBe(429);
});

test("a large attachment in transit blocks no agent", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 500 * mebibyte });
  const { key, agent } = await openAgent(plumb);
  await agent.startLaunch();
  await plumb.app.listen({ host: "127.0.0.1", port: 0 });
  const head = post(key, "/log", "Content-Type: multipart/form-data; boundary=b", `Content-Length: ${300 * mebibyte}`);
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="video.webm"\r\n\r\n';
  const started = await beginRequests(plumb, [head, head], `${part}${"x".repeat(mebibyte)}`);
  const item = await agent.item("pays");
  const file = { name: "a.txt", type: "text/plain", content: "seen" };
  const entry = { ...agent.entry(item, "with a file"), file: { name: file.name } };
  expect(await agent.form([entry], [file])).toMatchObject({ status: 201 });
  for (const { socket } of started) socket.destroy();
});
