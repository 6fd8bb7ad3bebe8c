import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { OpenedRun } from "@plumb/contract/runs/live.ts";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { attemptEvent, lines, testEvent } from "#testing/live-events.ts";
import { createServerHome, type ServerHome, type ServerProcess } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";

async function startProject(home: ServerHome) {
  const server = await home.start();
  const token = await signInAt(server);
  return { server, token, projectId: await createProjectAt(server, token) };
}

async function ask<Data>(server: ServerProcess, token: string, path: string, body: object | string): Promise<Data> {
  const isText = typeof body === "string";
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": isText ? "application/x-ndjson" : "application/json" },
    body: isText ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: Data }).data;
}

const tests = 400;
/** Each test starts in one batch and ends two batches later, so that some are running whenever the server is killed. */
function batchesOf(): ResultEvent[][] {
  const ids = Array.from({ length: tests }, (_, index) => `test ${index}`);
  const batches: ResultEvent[][] = [ids.map((id) => testEvent(id, "announced"))];
  for (let from = 0; from < tests; from += 10) {
    const some = ids.slice(from, from + 10);
    batches.push(
      some.flatMap((id) => [
        testEvent(id, "running"),
        { kind: "stdout", test: id, stream: "stdout", text: `${id} begins` } as const,
      ]),
      some.flatMap((id, index) => [
        attemptEvent(id, index === 3 ? "failed" : "passed", ...(index === 3 ? ["it broke"] : [])),
        testEvent(id, index === 3 ? "failed" : "passed"),
      ]),
    );
  }
  return batches;
}

test(
  "a server killed repeatedly during a run loses no acknowledged data",
  // The test starts six servers.
  { timeout: 480_000 },
  async () => {
    await using home = await createServerHome();
    const started = await startProject(home);
    let { server } = started;
    const { token, projectId } = started;
    const batches = batchesOf();
    const opened = () =>
      ask<OpenedRun>(server, token, `/api/ingest/runs?projectId=${projectId}`, { clientId: "one", suite: "shop" });
    let run = await opened();
    const send = (number: number) =>
      ask<{ acknowledged: number }>(
        server,
        token,
        `/api/ingest/runs/${run.reportId}/events?source=${run.source}&batch=${number}`,
        lines(batches[number - 1] ?? []),
      );
    let acknowledged = 0;
    for (const killAt of [1, 10, 25, 26, 70]) {
      while (acknowledged < killAt) ({ acknowledged } = await send(acknowledged + 1));
      // The next batch is in transit when the server is killed.
      const cutOff = send(acknowledged + 1).catch(() => null);
      await server.kill();
      await cutOff;
      server = await home.start();
      run = await opened();
      expect(run.acknowledged).toBeGreaterThanOrEqual(acknowledged);
      ({ acknowledged } = run);
    }
    while (acknowledged < batches.length) ({ acknowledged } = await send(acknowledged + 1));
    const end = { source: run.source, batches: batches.length };

    expect(await ask(server, token, `/api/ingest/runs/${run.reportId}/complete`, end)).toMatchObject({
      status: "failed",
      total: tests,
      passed: tests - tests / 10,
      failed: tests / 10,
      problems: [],
    });
    const response = await fetch(`${server.url}/api/reports/${run.reportId}/results?limit=200&status=passed`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: { id: number }[] };
    for (const { id } of data.filter((_, index) => index % 40 === 0)) {
      const detail = await fetch(`${server.url}/api/reports/${run.reportId}/results/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data: read } = (await detail.json()) as { data: { attempts: { stdout: string }[] } };
      expect(read.attempts.map(({ stdout }) => stdout)).toEqual([expect.stringMatching(/^test \d+ begins$/)]);
    }
    expect(await server.stop()).toBe(0);
  },
);

test("disconnects a client that sends its batch one byte at a time, which loses only that batch", async () => {
  await using home = await createServerHome();
  const { server, token, projectId } = await startProject(home);
  const run = await ask<OpenedRun>(server, token, `/api/ingest/runs?projectId=${projectId}`, { clientId: "one" });
  const address = `/api/ingest/runs/${run.reportId}/events?source=${run.source}&batch=1`;
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let response = "";
  socket.on("data", (chunk: Buffer) => (response += chunk.toString())).on("error", () => undefined);
  socket.write(
    [
      `POST ${address} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${token}`,
      "Content-Type: application/x-ndjson",
      "Content-Length: 1000",
      "",
      "",
    ].join("\r\n"),
  );
  const sending = setInterval(() => socket.writable && socket.write(" "), 1000);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(sending);

  expect(response).toContain("HTTP/1.1 408");
  expect(await ask(server, token, address, lines([testEvent("a", "passed")]))).toEqual({ acknowledged: 1 });
});
