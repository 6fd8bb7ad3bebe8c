import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Job } from "@plumb/contract/administration/jobs.ts";
import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createApp } from "#app.ts";
import { logOptions } from "#core/log.ts";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

type Line = Readonly<Record<string, unknown>>;

/** Returns the same server with a log, and its lines. */
async function withLog(plumb: TestApp) {
  const lines: Line[] = [];
  const write = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const context = { ...plumb.context, log: pino(logOptions("debug"), write) };
  const app = await createApp(context);
  return { lines, context, app, [Symbol.asyncDispose]: () => app.close() };
}

async function upload(app: TestApp["app"], key: string, requestId: string): Promise<void> {
  const form = new FormData();
  form.append("files", new Blob([junit([["cart", "adds", "expected 1"]])]), "a.xml");
  const encoded = new Request("http://plumb.test", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/api/ingest/uploads?build=${requestId}`,
    headers: {
      authorization: `Bearer ${key}`,
      "x-request-id": requestId,
      "content-type": encoded.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  expect(response.statusCode).toBe(200);
}

test("each response has the id of its request: a usable one of the caller, or a new one", async () => {
  await using plumb = await createTestApp();
  const idOf = async (url: string, id?: string) =>
    (await plumb.app.inject({ url, headers: id === undefined ? {} : { "x-request-id": id } })).headers["x-request-id"];
  expect(await idOf("/healthz", "proxy-1")).toBe("proxy-1");
  expect(await idOf("/api/jobs", "proxy-2")).toBe("proxy-2");
  expect(await idOf("/no/such/page", "proxy-3")).toBe("proxy-3");
  expect(await idOf("/healthz", '{"level":60}')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf("/healthz")).not.toBe(await idOf("/healthz"));
});

test("the message of a bug has the id of the request, and so does its log", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using server = await withLog(plumb);
  // The response does not fit its schema.
  await runStatement(
    plumb.context.db,
    "insert into job (kind, state, attempts, created_at, due_at) values ('vacuum', 'queued', -1, '2026-03-04', '2026-03-04')",
  );
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "proxy-7" };
  const { statusCode, body } = await server.app.inject({ url: "/api/jobs?state=queued", headers });
  expect([statusCode, JSON.parse(body)]).toMatchObject([500, { code: "internal", incident: "proxy-7" }]);
  expect(body).toContain("under request ID proxy-7.");
  const [line] = server.lines.filter(({ msg }) => msg === "request failed");
  expect(line).toMatchObject({ requestId: "proxy-7", level: 50 });
});

test("what an upload causes has the id of its request: jobs, deliveries, their headers and their log", async () => {
  await using plumb = await createTestApp();
  let status = 503;
  await using far = await startFakeService(() => ({ status }));
  const { token, projectId, key } = await seedProject(plumb);
  await using server = await withLog(plumb);
  const webhooks = `/api/projects/${projectId}/webhooks`;
  const body = { url: far.url, events: ["run.finished"] };
  const created = await call<{ data: { webhook: { id: number } } }>(plumb, "POST", webhooks, { token, body });
  await upload(server.app, key, "upload-1");

  const { data: jobs } = (await call<{ data: Job[] }>(plumb, "GET", "/api/jobs?state=queued", { token })).body;
  expect(jobs.map(({ kind, requestId }) => [kind, requestId])).toContainEqual(["run-judged", "upload-1"]);
  await runJobs(server.context);
  status = 200;
  plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
  await runJobs(server.context);

  expect(far.received.map(({ headers }) => headers["x-request-id"])).toEqual(["upload-1", "upload-1"]);
  const logOf = `${webhooks}/${created.body.data.webhook.id}/deliveries`;
  const deliveries = (await call<{ data: WebhookDelivery[] }>(plumb, "GET", logOf, { token })).body.data;
  expect(deliveries).toMatchObject([{ status: "delivered", requestId: "upload-1" }]);
  const caused = server.lines.filter(({ requestId }) => requestId === "upload-1");
  expect(caused).toContainEqual(expect.objectContaining({ msg: "a job ended", job: "run-judged" }));
  expect(caused).toContainEqual(
    expect.objectContaining({ msg: "an attempt to deliver failed", event: "run.finished" }),
  );
  expect(caused).toContainEqual(expect.objectContaining({ msg: "a delivery was sent", event: "run.finished" }));
});

test("the id is kept after a JSON body was read", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  await upload(plumb.app, key, "upload-1");
  const [run] = await readRows<{ id: number }>(plumb.context.db, "select id from run");
  // The rest of the body arrives later, on a real connection.
  const address = await plumb.app.listen({ host: "127.0.0.1", port: 0 });
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "export-1", "content-type": "application/json" };
  const sent = request(`${address}/api/reports/${run?.id}/export/html`, { method: "POST", headers });
  sent.write('{"padding":"');
  await setTimeout(100);
  sent.end('x"}');
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  const jobs = await readRows(plumb.context.db, "select request_id from job where kind = 'make-export'");
  expect(jobs).toEqual([{ request_id: "export-1" }]);
});

test("a job that several requests queue has the id of the first one, and a scheduled job none afterwards", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await using server = await withLog(plumb);
  const jobs = (where: string) =>
    readRows<{ kind: string; requestId: string | null }>(
      plumb.context.db,
      `select kind, request_id as "requestId" from job where ${where} order by id`,
    );
  await runStatement(
    plumb.context.db,
    `insert into job (kind, target, key, scheduled, state, created_at, due_at)
     values ('count-ended-runs', 'schedule', 'schedule', true, 'queued', '2026-03-04', '2027-03-04')`,
  );
  for (const id of ["first", "second"]) await upload(server.app, key, id);
  expect(await jobs("kind = 'run-judged'")).toMatchObject([{ requestId: "first" }, { requestId: "second" }]);
  expect(await jobs("key = 'results'")).toEqual([{ kind: "make-statistics", requestId: "first" }]);
  await runJobs(server.context);
  expect(await jobs("scheduled")).toEqual([{ kind: "count-ended-runs", requestId: null }]);
});
