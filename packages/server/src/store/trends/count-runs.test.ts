import { sql } from "kysely";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { reopen } from "#runs/sources/reopen-runs.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { countersOf, rowsOf } from "#testing/counters.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { junit, playwright } from "#testing/reports.ts";
import { countStates } from "#store/tests/test-states.ts";
import { withdrawInTest } from "#testing/runs.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";

async function countAll(plumb: TestApp): Promise<void> {
  while ((await countEndedRuns(plumb.context.db, 2)).runs > 0);
}

const flaky = playwright([
  { title: "adds", attempts: ["failed", "failed", "passed"] },
  { title: "pays", attempts: ["passed"] },
]);

/** Returns a report of the tests `a`, `b` and `c`. */
function cases(...failing: string[]): string {
  return junit(["a", "b", "c"].map((name) => ["cart", name, ...(failing.includes(name) ? ["no"] : [])] as never));
}

test("counters of tests match the results, after late, repeated and corrected reports", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const check = async () => {
    await countAll(plumb);
    const { counted, raw } = await countersOf(plumb);
    expect(counted).toEqual(raw);
    return counted.length;
  };
  await send(plumb, key, { "a.xml": cases("a") }, { build: "1", branch: "main", startedAt: "2026-03-02T23:59:00Z" });
  await send(plumb, key, { "r.json": flaky }, { build: "2", branch: "main", commit: "abc" });
  await send(plumb, key, { "a.xml": cases() }, { build: "3", branch: "main", startedAt: "2026-03-01T08:00:00Z" });
  expect(await check()).toBe(8);
  // The first build again: its failures pass now, and one test is new.
  await send(
    plumb,
    key,
    {
      "b.xml": junit([
        ["cart", "a"],
        ["cart", "d"],
      ] as never),
    },
    { build: "1", branch: "main", rerun: "true" },
  );
  expect(await check()).toBe(9);
  // Uploaded late, for another series of the same day.
  await send(plumb, key, { "a.xml": cases("b") }, { build: "4", branch: "feature", startedAt: "2026-03-01T09:00:00Z" });
  expect(await check()).toBe(12);
});

test("a test that is no longer in its run leaves no state and no counter", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  await send(plumb, key, { "a.xml": junit([["cart", "a"]] as never) }, { build: "1" });
  await countAll(plumb);
  const states = () => rowsOf(plumb, sql`select test_id from test_state where project_id = ${projectId}`);
  expect(await states()).toHaveLength(1);
  const { rows } = await sql<{ runId: number; sourceId: number }>`
    select run_id as "runId", id as "sourceId" from upload where project_id = ${projectId}
  `.execute(db);
  const { runId = 0, sourceId = 0 } = rows[0] ?? {};
  await db.transaction().execute((transaction) => reopen(transaction, projectId, [runId], plumb.time.now));
  expect(await states()).toEqual([]);
  expect((await countersOf(plumb)).counted).toEqual([]);
  await withdrawInTest(db, projectId, sourceId, plumb.time.now);
  await countAll(plumb);
  expect(await rowsOf(plumb, sql`select gone from counted_run where run_id = ${runId}`)).toEqual([{ gone: true }]);
});

test("attempts before the one that passed are lost time", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await send(plumb, key, { "r.json": flaky }, { build: "1" });
  await runStatement(
    plumb.context.db,
    `update result set attempt_spans = '[[1, 100.5, 0, "failed"], [2, 200, 0, "failed"], [3, 50, 0, "passed"]]' where flaky`,
  );
  await countAll(plumb);
  expect(await rowsOf(plumb, sql`select flaky, flaky_us, quarantined from counted_run`)).toEqual([
    { flaky: 1, flaky_us: 300_500, quarantined: 0 },
  ]);
});

test("failures of quarantined tests are counted separately, from start to end of the quarantine", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const upload = (build: string, startedAt: string) =>
    send(
      plumb,
      key,
      {
        "a.xml": junit([
          ["cart", "a", "no"],
          ["cart", "b", "no"],
        ] as never),
      },
      { build, startedAt },
    );
  await upload("1", "2026-03-01T07:59:59Z");
  await sql`
    insert into quarantine (project_id, test_id, kind, reason, starts_at, ends_at)
    select project_id, id, 'quarantine', 'known', '2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z'
      from test where project_id = ${projectId} and search_text like '% a %'
  `.execute(plumb.context.db);
  await upload("2", "2026-03-01T08:00:00Z");
  await upload("3", "2026-03-02T08:00:00Z");
  await countAll(plumb);
  expect(await rowsOf(plumb, sql`select number, failed, quarantined from counted_run order by number`)).toEqual([
    { number: 1, failed: 2, quarantined: 0 },
    { number: 2, failed: 2, quarantined: 1 },
    { number: 3, failed: 2, quarantined: 0 },
  ]);
});

const largeTests = 1600;

/** Returns a report for more than one transaction. Every second test has two results, and the second one is far down the list. */
function largeReport(): string {
  const cases = Array.from({ length: largeTests }, (_, index) => [
    "cart",
    `test ${index}`,
    ...(index % 50 === 0 ? ["no"] : []),
  ]);
  return junit([...cases, ...cases.filter((_, index) => index % 2 === 1)] as never);
}

/** Counts like a server that is killed after this many parts of the first large runs. */
async function countParts(plumb: TestApp, parts: number): Promise<void> {
  for (let step = 0; step <= parts; step++)
    expect((await countEndedRuns(plumb.context.db, 2, { signal: AbortSignal.abort() })).runs).toBe(0);
}

const halfCounted = sql`
  select d.test_id from test_day d
    join lateral (select count(*)::integer as results from result r where r.project_id = d.project_id and r.test_id = d.test_id) r on true
   where d.passed + d.failed + d.skipped <> r.results`;
const addedUp = sql`
  select (select count(*)::integer from counted_run where not gone) as runs, (select count(*)::integer from run_day) as days,
         (select count(*)::integer from run_owner) as owners, (select count(*)::integer from test_day) as tests`;

test("a large run is invisible until it is counted completely, and continues after a crash without counting twice", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  const listed = async () => {
    const { healthy, flaky: unsteady, broken, unknown } = await countStates(db, projectId);
    return healthy + unsteady + broken + unknown;
  };
  await send(plumb, key, { "a.xml": largeReport() }, { build: "1", branch: "main" });
  await countParts(plumb, 1);
  const [seen] = (await rowsOf(plumb, addedUp)) as { runs: number; days: number; owners: number; tests: number }[];
  expect(seen).toMatchObject({ runs: 0, days: 0, owners: 0 });
  expect(seen?.tests).toBeGreaterThan(900);
  expect(seen?.tests).toBeLessThan(largeTests);
  expect(await rowsOf(plumb, halfCounted)).toEqual([]);
  expect(await listed()).toBe(0);
  await countAll(plumb);
  const { counted, raw } = await countersOf(plumb);
  expect(counted).toEqual(raw);
  expect(counted).toHaveLength(largeTests);
  expect(await listed()).toBe(largeTests);
  expect(await rowsOf(plumb, addedUp)).toMatchObject([{ runs: 1, days: 1 }]);
  expect(await rowsOf(plumb, sql`select run_id from counting_run`)).toEqual([]);
});

test("a large run that resumes while it is being counted is uncounted", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  await send(plumb, key, { "a.xml": cases("a") }, { build: "0", branch: "main" });
  await send(plumb, key, { "b.xml": junit([["cart", "test 3"]] as never) }, { build: "0", branch: "main" });
  await countAll(plumb);
  await send(plumb, key, { "a.xml": largeReport() }, { build: "1", branch: "main" });
  const before = await rowsOf(plumb, sql`select * from test_day order by test_id`);
  await countParts(plumb, 2);
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ projectId: number; id: number }>`
      select project_id as "projectId", id from run where build = '1'
    `.execute(transaction);
    const { projectId = 0, id = 0 } = rows[0] ?? {};
    await reopen(transaction, projectId, [id], plumb.time.now);
  });
  expect(await rowsOf(plumb, sql`select * from test_day order by test_id`)).toEqual(before);
  expect(await rowsOf(plumb, sql`select test_id from test_state order by test_id`)).toHaveLength(before.length);
  // The run resumes with this upload and then ends again.
  await send(plumb, key, { "c.xml": junit([["cart", "late"]] as never) }, { build: "1", branch: "main" });
  await countAll(plumb);
  const { counted, raw } = await countersOf(plumb);
  expect(counted).toEqual(raw);
  expect(counted.length).toBeGreaterThan(largeTests);
});

test("large runs that wait together are counted together", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  for (const build of ["1", "2", "3"]) await send(plumb, key, { "a.xml": largeReport() }, { build, branch: "main" });
  expect((await countEndedRuns(plumb.context.db, 3, { signal: AbortSignal.abort() })).runs).toBe(0);
  await countParts(plumb, 0);
  const ofTests = sql`select distinct passed + failed as results from test_day order by 1`;
  // In three runs, once or twice in each.
  expect(await rowsOf(plumb, ofTests)).toEqual([{ results: 3 }, { results: 6 }]);
  await countAll(plumb);
  const { counted, raw } = await countersOf(plumb);
  expect(counted).toEqual(raw);
});

test.runIf(hasSeveralTransactions)("a locked run is counted as soon as it is released", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  await send(plumb, key, { "a.xml": junit([["cart", "a"]] as never) }, { build: "1" });
  await overlap(
    db,
    (transaction) => runStatement(transaction, "select from run for update"),
    () => runJobs(plumb.context),
  );
  expect(await rowsOf(plumb, sql`select total from counted_run`)).toEqual([{ total: 1 }]);
  expect(await rowsOf(plumb, sql`select dirty from test_activity`)).toEqual([{ dirty: false }]);
});
