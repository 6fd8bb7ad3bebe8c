import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, test } from "vitest";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { attemptEvent, testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

const startedAt = "2026-03-01T08:00:00.000Z";
const second = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1000).toISOString();

/** Returns the events of a test with an attempt per argument, which starts this many seconds after the run and takes two seconds. */
function ran(id: string, ...seconds: readonly number[]): ResultEvent[] {
  const attempts = seconds.map((started, index) => ({
    ...attemptEvent(id, index === seconds.length - 1 ? "passed" : "failed"),
    index,
    startedAt: Date.parse(second(started)),
    durationMs: 2000,
  }));
  return [...(attempts as ResultEvent[]), testEvent(id, "passed", { flaky: seconds.length > 1 })];
}

async function reportOf(plumb: TestApp, token: string, reportId: number): Promise<Report> {
  return (await call<{ data: Report }>(plumb, "GET", `/api/reports/${reportId}`, { token })).body.data;
}

test("a run that is sent after its process was killed ends with its last attempt", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const spool = await openLive(plumb, key, { startedAt, spooled: true });
  await spool.batch([...ran("a", 1), ...ran("b", 3, 10), testEvent("c", "running"), testEvent("d", "announced")]);
  await spool.complete({ interrupted: { reason: "killed" } });
  expect(await reportOf(plumb, token, spool.run.reportId)).toMatchObject({
    status: "interrupted",
    interruption: "killed",
    startTime: startedAt,
    endTime: second(12),
    summary: { duration: 12_000 },
  });
});

test("a run that is sent later ends when its reporter ended", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const spool = await openLive(plumb, key, { startedAt, spooled: true });
  await spool.batch(ran("a", 1));
  await spool.complete({ endedAt: second(60) });
  expect(await reportOf(plumb, token, spool.run.reportId)).toMatchObject({ status: "completed", endTime: second(60) });
});

test("an end before the start, or in the future, is ignored", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const early = await openLive(plumb, key, { startedAt, spooled: true });
  await early.batch(ran("a", 1));
  await early.complete({ endedAt: second(-60) });
  expect((await reportOf(plumb, token, early.run.reportId)).summary.duration).toBe(0);
  const late = await openLive(plumb, key, { clientId: "b", startedAt, spooled: true });
  await late.batch(ran("a", 1));
  await late.complete({ endedAt: "2990-01-01T00:00:00Z" });
  expect(Date.parse((await reportOf(plumb, token, late.run.reportId)).endTime ?? "")).toBeLessThanOrEqual(Date.now());
});

test("a run ended by silence does not become longer when the rest of it is sent", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const began = new Date(Date.now() - 3_600_000);
  const live = await openLive(plumb, key, { startedAt: began.toISOString() });
  await live.batch([testEvent("a", "running")]);
  const received = `timestamptz '${new Date(began.getTime() + 100_000).toISOString()}'`;
  await runStatement(
    plumb.context.db,
    `update upload set heard_at = ${received}, received_at = '${began.toISOString()}'`,
  );
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  const silent = await reportOf(plumb, token, live.run.reportId);
  expect(silent.summary.duration).toBe(100_000);

  const spool = await openLive(plumb, key, { startedAt: began.toISOString(), spooled: true });
  await spool.batch([testEvent("a", "passed")]);
  await spool.complete({ interrupted: { reason: "killed" } });
  expect(await reportOf(plumb, token, live.run.reportId)).toMatchObject({
    endTime: silent.endTime,
    summary: { duration: 100_000 },
  });
});

test("a run that is reported live ends with its last event", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const now = plumb.context.clock().getTime();
  const live = await openLive(plumb, key, { startedAt: new Date(now - 600_000).toISOString() });
  await live.batch(ran("a", 1));
  await live.complete({ endedAt: new Date(now - 300_000).toISOString() });
  expect((await reportOf(plumb, token, live.run.reportId)).summary.duration).toBe(600_000);
});
