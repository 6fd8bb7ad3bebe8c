import { sql } from "kysely";
import { expect, test } from "vitest";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { projectTotals } from "./run-totals.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

const report = (cases: number, failures: number) =>
  junit(
    Array.from({ length: cases }, (_, index) => [
      "cart",
      `adds ${index}`,
      ...(index < failures ? ["no"] : []),
    ]) as never,
  );

/** Returns sums over the runs themselves. */
async function summed(plumb: TestApp, projectId: number) {
  const { rows } = await sql<Record<string, number>>`
    select count(*) as runs, sum(total) as total, sum(passed) as passed, sum(failed) as failed, sum(errored) as errored,
           sum(skipped) as skipped, sum(flaky) as flaky, sum(first_passed) as "firstPassed", sum(quarantined) as quarantined,
           coalesce(sum(duration_ms), 0) as "durationMs", count(duration_ms) as "timedRuns"
      from run where project_id = ${projectId}
  `.execute(plumb.context.db);
  return rows[0];
}

async function totals(plumb: TestApp, projectId: number, days = 30) {
  return projectTotals(plumb.context.db, projectId, { today: plumb.time.now, days });
}

test("totals are correct before runs are counted, after that, and while a counted run runs again", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { projectId, key } = await seedProject(plumb);
  const check = async () => expect((await totals(plumb, projectId)).all).toEqual(await summed(plumb, projectId));
  for (const build of ["1", "2", "3"]) await send(plumb, key, { "a.xml": report(4, Number(build) - 1) }, { build });
  await check();
  expect((await countEndedRuns(db, 2)).runs).toBe(2);
  await check();
  expect((await countEndedRuns(db, 100)).runs).toBe(1);
  expect((await countEndedRuns(db, 100)).runs).toBe(0);
  await check();

  // The same run grows: it is removed from its day and added again.
  await send(plumb, key, { "b.xml": report(9, 2) }, { build: "2" });
  await check();
  await countEndedRuns(db, 100);
  await check();
  // A file that is already part of the run changes nothing.
  await send(plumb, key, { "b.xml": report(9, 2) }, { build: "2" });
  await countEndedRuns(db, 100);
  await check();
  const { rows } = await sql<{ runs: number }>`select runs from run_day where project_id = ${projectId}`.execute(db);
  expect(rows).toEqual([{ runs: 3 }]);
});

test("a running run is not part of a day, but of the totals", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { projectId, key } = await seedProject(plumb);
  await send(plumb, key, { "a.xml": report(4, 0) }, { build: "1" });
  await sql`update run set status = 'running'`.execute(db);
  expect((await countEndedRuns(db, 100)).runs).toBe(0);
  expect((await totals(plumb, projectId)).all).toMatchObject({ runs: 1, total: 4 });
});

test("the current and the previous period are separated by the UTC day of the start", async () => {
  await using plumb = await createTestApp();
  const { projectId, key } = await seedProject(plumb);
  // Today is 4 March 2026.
  for (const [day, cases] of [
    ["2026-03-04T09:59:00Z", 1],
    ["2026-02-03T00:00:00Z", 2],
    ["2026-02-02T23:59:59Z", 4],
    ["2026-01-04T00:00:00Z", 8],
    ["2026-01-03T23:59:59Z", 16],
    ["2026-03-05T00:00:00Z", 32],
  ] as const)
    await send(plumb, key, { "a.xml": report(cases, 0) }, { build: day, startedAt: day });
  const before = await totals(plumb, projectId);
  expect([before.current.total, before.previous.total, before.all.total]).toEqual([1 + 2, 4 + 8, 63]);
  await countEndedRuns(plumb.context.db, 100);
  expect(await totals(plumb, projectId)).toEqual(before);
});

test("runs of other projects are not counted", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const store = await seedProject(plumb, "Store");
  await send(plumb, shop.key, { "a.xml": report(4, 0) });
  await send(plumb, store.key, { "a.xml": report(2, 0) });
  await countEndedRuns(plumb.context.db, 100);
  expect((await totals(plumb, shop.projectId)).all).toMatchObject({ runs: 1, total: 4 });
  expect((await totals(plumb, store.projectId)).all).toMatchObject({ runs: 1, total: 2 });
});
