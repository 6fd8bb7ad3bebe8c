import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, test } from "vitest";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

const going = new AbortController().signal;

async function reportOf(plumb: TestApp, token: string, reportId: number): Promise<Report> {
  return (await call<{ data: Report }>(plumb, "GET", `/api/reports/${reportId}`, { token })).body.data;
}

/** Interrupts sources that have sent nothing for this many milliseconds by the clock of the database. */
async function endSilent(plumb: TestApp, silentForMs: number): Promise<void> {
  // The time of the last event comes from the clock of the database.
  await interruptSilent({ ...plumb.context, clock: () => new Date() }, new Date(Date.now() - silentForMs), going);
}

test("a silent run is interrupted with a reason, keeps its data, and resumes with its reporter", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed"), testEvent("b", "running"), testEvent("c", "announced")]);

  await interruptSilent(
    { ...plumb.context, clock: () => new Date(Date.now() + 1_800_000) },
    new Date(Date.now() + 1000),
    going,
  );
  const silent = await reportOf(plumb, token, live.run.reportId);
  expect(silent).toMatchObject({ status: "interrupted", summary: { total: 3, passed: 1 } });
  expect(silent.interruption).toBe("No events for 30 minutes.");
  expect(silent.endTime).not.toBeNull();

  await live.batch([testEvent("b", "passed"), testEvent("c", "passed")]);
  expect(await reportOf(plumb, token, live.run.reportId)).toMatchObject({ status: "running", interruption: null });
  expect((await live.complete()).body.data).toMatchObject({ status: "completed", passed: 3 });
});

test("while a run is reported, its report has the time of the last event", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "running")]);
  const receivedAt = async () => Date.parse((await reportOf(plumb, token, live.run.reportId)).heardAt ?? "");
  const before = await receivedAt();
  await live.heartbeat();
  expect(await receivedAt()).toBeGreaterThan(before);
  await live.batch([testEvent("a", "passed")]);
  await live.complete();
  expect(await receivedAt()).toBeNaN();
});

test("a completion after the timeout replaces the earlier counts", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed"), testEvent("b", "running"), testEvent("c", "announced")]);
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), going);
  await countEndedRuns(db, 10);

  await live.complete();
  await countEndedRuns(db, 10);

  const days = await readRows(db, "select runs, total, passed, failed + errored as red, skipped from run_day");
  expect(days).toEqual([{ runs: 1, total: 3, passed: 1, red: 1, skipped: 1 }]);
  const tests = await readRows(db, "select passed, failed, skipped from test_day order by test_id");
  expect(tests).toHaveLength(3);
});

test("a heartbeat keeps a run alive, and needs no number", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "running")]);
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), going);
  expect((await reportOf(plumb, token, live.run.reportId)).status).toBe("interrupted");

  expect(await live.heartbeat()).toMatchObject({ status: 200, body: { data: { acknowledged: 1 } } });
  await endSilent(plumb, 10_000);

  expect((await reportOf(plumb, token, live.run.reportId)).status).toBe("running");
});

test("a key revoked during a run cannot send more; its data is kept and the run times out", async () => {
  await using plumb = await createTestApp();
  const { token, projectId, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed"), testEvent("b", "running")]);
  const keys = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/projects/${projectId}/api-keys`, { token });

  await call(plumb, "DELETE", `/api/projects/${projectId}/api-keys/${keys.body.data[0]?.id}`, { token });

  expect((await live.batch([testEvent("b", "passed")])).status).toBe(401);
  expect((await live.heartbeat()).status).toBe(401);
  expect((await live.complete()).status).toBe(401);
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), going);
  const report = await reportOf(plumb, token, live.run.reportId);
  expect(report).toMatchObject({ status: "interrupted", summary: { total: 2, passed: 1 } });
  expect(report.interruption).toContain("No events for");
});

test("a key of another project finds neither the run nor its source", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  const live = await openLive(plumb, key);
  const address = `/api/ingest/runs/${live.run.reportId}`;

  const complete = { token: other.key, body: { source: live.run.source, batches: 0 } };
  expect((await call(plumb, "POST", `${address}/complete`, complete)).status).toBe(404);
  expect((await call(plumb, "POST", `${address}/events?source=${live.run.source}`, { token: other.key })).status).toBe(
    404,
  );
  const theirs = await openLive(plumb, other.key);
  const mixed = { token: other.key, body: { source: live.run.source, batches: 0 } };
  expect((await call(plumb, "POST", `/api/ingest/runs/${theirs.run.reportId}/complete`, mixed)).status).toBe(404);
});

test("a batch that is too large is rejected, and the run continues", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const text = "x".repeat(live.run.maxBatchBytes);

  expect((await live.batch([{ kind: "stdout", stream: "stdout", text }], 1)).status).toBe(413);
  expect((await live.batch([testEvent("a", "passed")], 1)).status).toBe(200);
});
