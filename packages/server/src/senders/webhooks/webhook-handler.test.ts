import { minuteMs } from "@plumb/contract/durations.ts";
import { createHmac } from "node:crypto";
import type { Connector } from "@plumb/contract/integrations/connectors.ts";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import {
  type Webhook,
  WebhookBody,
  type WebhookDelivery,
  type WebhookEvent,
} from "@plumb/contract/integrations/webhooks.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { runStatusChanged } from "#jobs/handlers/run-status-changed.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { deleteOldDeliveries } from "#store/outbox/log.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countRows, runStatement } from "#testing/database.ts";
import { type ReceivedRequest, startFakeService } from "#testing/fake-service.ts";
import { junit } from "#testing/reports.ts";

const secret = "the secret of the tests";
const green = junit([["cart", "adds"]]);
const red = junit([["cart", "adds", "expected 1"]]);

/** Creates a project with a webhook to `url`. Each report is a run. */
async function createListener(plumb: TestApp, url: string, events: readonly WebhookEvent[] = ["run.finished"]) {
  const { token, projectId, key } = await seedProject(plumb);
  const base = `/api/projects/${projectId}/webhooks`;
  const created = await call<{ data: { webhook: Webhook } }>(plumb, "POST", base, {
    token,
    body: { url, events, secret },
  });
  const { id } = created.body.data.webhook;
  let runs = 0;
  return {
    token,
    projectId,
    key,
    path: `${base}/${id}`,
    report: async (report: string, query: Record<string, string> = {}) => {
      plumb.time.now = new Date(plumb.time.now.getTime() + minuteMs);
      runs += 1;
      const { body } = await send(plumb, key, { "a.xml": report }, { build: `b${runs}`, suite: "api", ...query });
      // Deliveries are queued for the current webhooks, but not sent yet.
      await runJobs(plumb.context, [runStatusChanged]);
      return body.data;
    },
    log: async () =>
      (await call<{ data: WebhookDelivery[] }>(plumb, "GET", `${base}/${id}/deliveries`, { token })).body.data,
    webhook: async () => (await call<{ data: Webhook[] }>(plumb, "GET", base, { token })).body.data[0],
    post: (path: string) =>
      call<{ data: WebhookDelivery; error?: string }>(plumb, "POST", `${base}/${id}${path}`, { token }),
    change: (body: object) => call(plumb, "PUT", `${base}/${id}`, { token, body }),
  };
}

function later(plumb: TestApp, seconds: number): void {
  plumb.time.now = new Date(plumb.time.now.getTime() + seconds * 1000);
}

function bodyOf(request: ReceivedRequest | undefined): WebhookBody {
  return WebhookBody.parse(JSON.parse(request?.body ?? ""));
}

const killed = () => Promise.reject(new Error("killed"));

/** Verifies a signature as receivers do. */
function isSigned({ headers, body }: ReceivedRequest, key: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers["x-plumb-signature"])) ?? [];
  return v1 === createHmac("sha256", key).update(`${t}.${body}`).digest("hex");
}

test("a finished run is delivered, signed, and logged", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(() => ({ status: 202, body: "thanks" }));
  const { report, log, webhook, projectId, token } = await createListener(plumb, `${far.url}/hook?a=1`);
  const run = await report(red, { branch: "main", commit: "a91f3c2", environment: "staging" });
  await runJobs(plumb.context);

  const [request] = far.received;
  expect(far.received).toHaveLength(1);
  expect([request?.method, request?.url]).toEqual(["POST", "/hook?a=1"]);
  expect(request?.headers).toMatchObject({ "content-type": "application/json", "x-plumb-event": "run.finished" });
  expect(isSigned(request as ReceivedRequest, secret)).toBe(true);
  expect(isSigned(request as ReceivedRequest, "another")).toBe(false);
  expect(request?.headers["x-plumb-signature"]).toMatch(`t=${plumb.time.now.getTime() / 1000},`);
  expect(bodyOf(request)).toMatchObject({
    version: 1,
    event: "run.finished",
    createdAt: plumb.time.now.toISOString(),
    project: { id: projectId, name: "Shop" },
    run: {
      id: run.reportId,
      number: 1,
      url: `http://plumb.test/reports/${run.reportId}`,
      suite: "api",
      environment: "staging",
      branch: "main",
      commit: "a91f3c2",
      status: "failed",
      total: 1,
      failed: 1,
    },
  });
  expect(await log()).toEqual([
    {
      id: Number(request?.headers["x-plumb-delivery"]),
      event: "run.finished",
      reportId: run.reportId,
      title: null,
      status: "delivered",
      attempts: 1,
      createdAt: plumb.time.now.toISOString(),
      nextAttemptAt: null,
      lastAttemptAt: plumb.time.now.toISOString(),
      durationMs: expect.any(Number) as number,
      responseStatus: 202,
      request: null,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      responseBody: "thanks",
      error: null,
      history: [
        {
          at: plumb.time.now.toISOString(),
          durationMs: expect.any(Number) as number,
          responseStatus: 202,
          error: null,
        },
      ],
    },
  ]);
  const path = `/api/projects/${projectId}/webhooks`;
  const webhookId = (await webhook())?.id;
  const sent = `${path}/${webhookId}/deliveries/${request?.headers["x-plumb-delivery"]?.toString()}`;
  expect((await call(plumb, "GET", sent, { token })).body).toMatchObject({ data: { body: request?.body } });
  expect(await webhook()).toMatchObject({
    lastAttempt: { at: plumb.time.now.toISOString(), passed: true },
    failingSince: null,
  });
});

test("each webhook receives only its events", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report } = await createListener(plumb, far.url, ["run.failed"]);
  await report(green);
  await report(red);
  await runJobs(plumb.context);
  expect(far.received.map((request) => bodyOf(request).run?.number)).toEqual([2]);
});

test("imported history is not delivered", async () => {
  await using plumb = await createTestApp();
  const { report } = await createListener(plumb, "http://127.0.0.1:9/", ["run.finished", "failure.new"]);
  await report(red, { startedAt: "2026-03-02T10:00:00.000Z" });
  expect(await countRows(plumb.context.db, "outbox_delivery")).toBe(0);
});

test("a rejected delivery is retried six times with growing delays, and then given up; others do not wait", async () => {
  await using plumb = await createTestApp();
  let status = 422;
  await using far = await startFakeService(() => ({ status, body: "\0é".repeat(1000) }));
  const { report, log, webhook } = await createListener(plumb, far.url);
  await report(green);
  const start = plumb.time.now;
  await runJobs(plumb.context);
  expect(await log()).toMatchObject([
    { status: "pending", attempts: 1, responseStatus: 422, error: "The receiver responded with 422 instead of 2xx." },
  ]);
  const response = (await log())[0]?.responseBody ?? "";
  expect(response).toMatch(/^é+/);
  expect(Buffer.byteLength(response)).toBeLessThanOrEqual(1026);

  for (const [attempt, pause] of [30, 120, 300, 900, 2400].entries()) {
    // Pauses are up to a quarter shorter.
    later(plumb, pause * 0.75 - 1);
    await runJobs(plumb.context);
    expect(far.received).toHaveLength(attempt + 1);
    later(plumb, pause * 0.25 + 1);
    await runJobs(plumb.context);
    expect(far.received).toHaveLength(attempt + 2);
  }
  expect(await log()).toMatchObject([{ status: "failed", attempts: 6, nextAttemptAt: null }]);
  expect(await webhook()).toMatchObject({ enabled: true, failingSince: start.toISOString() });
  expect(new Set(far.received.map(({ headers }) => headers["x-plumb-delivery"])).size).toBe(1);
  expect(new Set(far.received.map(({ headers }) => headers["x-plumb-signature"])).size).toBe(6);
  status = 200;
  await report(green);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(7);
  expect(await webhook()).toMatchObject({ failingSince: null });
});

test("a redirect is not followed", async () => {
  await using plumb = await createTestApp();
  await using elsewhere = await startFakeService();
  await using far = await startFakeService(() => ({ status: 307, headers: { location: elsewhere.url } }));
  const { report, log } = await createListener(plumb, far.url);
  await report(green);
  await runJobs(plumb.context);
  expect(elsewhere.received).toEqual([]);
  expect(await log()).toMatchObject([
    {
      status: "pending",
      responseStatus: 307,
      error: expect.stringContaining("Redirects are not followed") as string,
    },
  ]);
});

test("rejects private addresses unless configured, and sends nothing there", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report, log } = await createListener(plumb, far.url);
  await report(green);
  await runJobs({ ...plumb.context, outgoing: createOutgoing({ allowPrivateHosts: [] }) });
  expect(far.received).toEqual([]);
  expect(await log()).toMatchObject([
    {
      status: "pending",
      responseStatus: null,
      error: expect.stringMatching(/^127\.0\.0\.1 is a private address/) as string,
    },
  ]);
});

test("a delivery interrupted by a server crash is made by the next server", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report, log } = await createListener(plumb, far.url);
  await report(green);
  await runJobs({ ...plumb.context, outgoing: { ...plumb.context.outgoing, request: killed } });
  expect(await log()).toMatchObject([{ status: "pending", attempts: 1, lastAttemptAt: null }]);
  // Until then, the delivery is claimed, so that no other replica sends it as well.
  later(plumb, 59);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(0);
  later(plumb, 1);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(1);
  expect(await log()).toMatchObject([{ status: "delivered", attempts: 2 }]);
});

test("several replicas send each delivery once", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report } = await createListener(plumb, far.url, ["run.finished", "failure.new"]);
  for (let run = 0; run < 4; run++) await report(run % 2 === 0 ? green : red);
  await Promise.all([runJobs(plumb.context), runJobs(plumb.context), runJobs(plumb.context)]);
  await runJobs(plumb.context);
  const ids = far.received.map(({ headers }) => headers["x-plumb-delivery"]);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
});

test("a failed upload leaves nothing, including deliveries", async () => {
  await using plumb = await createTestApp();
  const { report } = await createListener(plumb, "http://127.0.0.1:9/");
  const { db } = plumb.context;
  await runStatement(
    db,
    "alter table job add constraint broken check (kind <> 'run-judged' or data ->> 'run' is null)",
  );
  try {
    await report(green);
    expect(await countRows(db, "run")).toBe(0);
    expect(await countRows(db, "outbox_delivery")).toBe(0);
  } finally {
    await runStatement(db, "alter table job drop constraint broken");
  }
});

test("a webhook without a success for three days is disabled, and its users are notified", async () => {
  await using plumb = await createTestApp();
  let status = 500;
  await using far = await startFakeService(() => ({ status }));
  const { report, log, webhook, change, token } = await createListener(plumb, far.url);
  for (let run = 0; run < 4; run++) await report(green);
  for (let hour = 0; hour < 71; hour++) {
    await runJobs(plumb.context);
    later(plumb, 3600);
  }
  expect(await webhook()).toMatchObject({ enabled: true });
  later(plumb, 2 * 3600);
  await runJobs(plumb.context);
  expect(await webhook()).toMatchObject({ enabled: false, problem: expect.stringContaining("failed") as string });
  expect((await log()).map((delivery) => delivery.status)).toEqual(["failed", "failed", "failed", "failed"]);
  const sent = await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token });
  expect(sent.body.data.filter(({ title }) => title === "A webhook was disabled")).toHaveLength(1);
  await report(green);
  expect(await log()).toHaveLength(4);

  status = 200;
  await change({ enabled: true });
  expect(await webhook()).toMatchObject({ enabled: true, problem: null, failingSince: null });
  await report(green);
  await runJobs(plumb.context);
  expect(await log()).toMatchObject([{ status: "delivered" }, {}, {}, {}, {}]);
});

test("disabling gives up waiting deliveries, which can be sent again from the log later", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report, log, change, post } = await createListener(plumb, far.url, ["run.finished", "failure.new"]);
  await report(red);
  await change({ enabled: false });
  await runJobs(plumb.context);
  expect(far.received).toEqual([]);
  const dropped = { status: "failed", error: "The webhook was disabled before this was delivered." };
  expect(await log()).toMatchObject([
    { event: "failure.new", ...dropped },
    { event: "run.finished", ...dropped },
  ]);
  const waiting = (await log())[1];
  const again = `/deliveries/${waiting?.id}/redeliver`;
  expect(await post(again)).toMatchObject({
    status: 409,
    body: { error: "This webhook is disabled. Enable it first." },
  });
  await change({ enabled: true });
  expect((await post(again)).body.data).toMatchObject({ event: "run.finished", status: "delivered", attempts: 1 });
  expect(bodyOf(far.received[0]).run?.number).toBe(1);
  expect((await post("/deliveries/999999999/redeliver")).status).toBe(404);
  expect(await log()).toHaveLength(3);
});

test("a test sends a ping, returns the result, and is not retried", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(() => ({ status: 404, body: "no such hook" }));
  const { post, webhook } = await createListener(plumb, far.url);
  const { body } = await post("/test");
  expect(body.data).toMatchObject({
    event: "ping",
    reportId: null,
    status: "failed",
    responseStatus: 404,
    responseBody: "no such hook",
    error: "The receiver responded with 404 instead of 2xx.",
  });
  expect(bodyOf(far.received[0])).toEqual({
    version: 1,
    event: "ping",
    createdAt: plumb.time.now.toISOString(),
    project: { id: expect.any(Number) as number, name: "Shop" },
  });
  expect((await webhook())?.lastAttempt?.passed).toBe(false);
  later(plumb, 86_400);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(1);
});

test("the list of connectors shows webhooks as enabled while one of them works", async () => {
  await using plumb = await createTestApp();
  let status = 200;
  await using far = await startFakeService(() => ({ status }));
  const { token, post, change } = await createListener(plumb, far.url);
  const display = async () => {
    const { body } = await call<{ data: Connector[] }>(plumb, "GET", "/api/connectors", { token });
    return body.data.find(({ id }) => id === "webhooks")?.status;
  };
  expect(await display()).toBe("not_connected");
  await post("/test");
  expect(await display()).toBe("enabled");
  await change({ enabled: false });
  expect(await display()).toBe("not_connected");
  await change({ enabled: true });
  status = 500;
  await post("/test");
  expect(await display()).toBe("not_connected");
});

test("the log keeps thirty days and the newest deliveries, and never drops waiting or failed ones", async () => {
  await using plumb = await createTestApp();
  const { report, log } = await createListener(plumb, "http://127.0.0.1:9/");
  for (let run = 0; run < 6; run++) await report(green);
  const { db } = plumb.context;
  const [newest, second, third, fourth, fifth, oldest] = (await log()).map(({ id }) => id);
  await runStatement(
    db,
    `update outbox_delivery set status = 'delivered' where id in (${newest}, ${second}, ${fifth})`,
  );
  await runStatement(db, `update outbox_delivery set status = 'failed' where id in (${fourth}, ${oldest})`);
  await runStatement(db, `update outbox_delivery set created_at = '2026-01-01' where id in (${third}, ${oldest})`);
  const before = new Date("2026-02-01");
  await deleteOldDeliveries(db, { before, max: 10 });
  expect((await log()).map(({ id }) => id)).toEqual([newest, second, third, fourth, fifth]);
  await deleteOldDeliveries(db, { before, max: 1 });
  expect((await log()).map(({ id }) => id)).toEqual([newest, third, fourth]);
});

test("a repeated evaluation queues nothing twice", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { key, log } = await createListener(plumb, far.url, ["run.finished", "run.failed", "failure.new"]);
  await send(plumb, key, { "a.xml": red }, { build: "b1" });
  // Simulates a crash right after the delivery.
  await runStatement(
    plumb.context.db,
    `insert into job (kind, project_id, target, data, state, created_at, due_at)
     select kind, project_id, target, data, state, created_at, due_at from job where kind = 'run-judged'`,
  );
  await runJobs(plumb.context);
  expect((await log()).map(({ event }) => event).toSorted()).toEqual(["failure.new", "run.failed", "run.finished"]);
  expect(far.received).toHaveLength(3);
});
