import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countersOf, rowsOf } from "#testing/counters.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { junit, playwright } from "#testing/reports.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { beginCounting } from "./count-runs.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";

/** With these sizes, runs of a few tests are large and take several transactions. */
const tiny = { transaction: 3, smallRuns: 4, batch: 30 };

/** Returns the stored activity of each test and the same computed from the results. */
async function testsOf(plumb: TestApp) {
  const stored = sql`
    select a.test_id, a.first_day::text, a.last_day::text, s.test_id is not null as has_state, s.entered_by is null or not exists (
             select from counting_run c where c.project_id = s.project_id and c.run_id = s.entered_by) as is_listed
      from test_activity a left join test_state s on s.project_id = a.project_id and s.test_id = a.test_id order by 1`;
  const raw = sql`
    select r.test_id, min((n.started_at at time zone 'UTC')::date)::text as first_day,
           max((n.started_at at time zone 'UTC')::date)::text as last_day, true as has_state, true as is_listed
      from result r join run n on n.project_id = r.project_id and n.id = r.run_id
     where r.superseded_by is null and n.status <> 'running' and r.status in ('passed', 'failed', 'error', 'skipped')
     group by 1 order by 1`;
  return { stored: await rowsOf(plumb, stored), raw: await rowsOf(plumb, raw) };
}

/** Returns the stored totals of runs and days and the same computed from the runs. */
async function sumsOf(plumb: TestApp) {
  const counted = sql`
    select run_id, total, passed, failed, flaky from counted_run where not gone order by 1`;
  const days = sql`
    select day::text, runs, total::integer, passed::integer from run_day where runs > 0 order by 1`;
  const runs = sql`
    select id as run_id, total, passed, failed, flaky from run where status <> 'running' order by 1`;
  const byDay = sql`
    select ((started_at at time zone 'UTC')::date)::text as day, count(*)::integer as runs, sum(total)::integer as total,
           sum(passed)::integer as passed
      from run where status <> 'running' group by 1 order by 1`;
  return {
    counted: [await rowsOf(plumb, counted), await rowsOf(plumb, days)],
    raw: [await rowsOf(plumb, runs), await rowsOf(plumb, byDay)],
  };
}

/** Selects tests with a wrong number of counted results: those in counted runs and, for marked tests, in the runs of the batch. */
const wronglyCounted = sql`
  select r.test_id, r.results, coalesce(d.counted, 0) as counted
    from (select r.test_id, count(*) filter (where n.counted_day is not null or a.batch = c.batch) as results
            from result r
            join run n on n.project_id = r.project_id and n.id = r.run_id
            left join test_activity a on a.project_id = r.project_id and a.test_id = r.test_id
            left join counting_run c on c.project_id = r.project_id and c.run_id = r.run_id
           where r.superseded_by is null and r.status in ('passed', 'failed', 'error', 'skipped')
           group by 1) r
    left join (select test_id, sum(passed + failed + skipped) as counted from test_day group by 1) d on d.test_id = r.test_id
   where r.results <> coalesce(d.counted, 0)`;

test.for([1, 2, 3, 4, 5, 6])(
  "counts of runs that were counted together match the results, with reruns, late runs and stops: history %i",
  async (seed) => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    await using plumb = await createTestApp();
    const { key } = await seedProject(plumb);
    const { db } = plumb.context;
    const report = () => {
      const rows = Array.from({ length: 1 + below(10) }, () => `test ${below(12)}`);
      const outcomes = [["passed"], ["passed"], ["passed"], ["failed"], ["failed", "passed"]] as const;
      return playwright(rows.map((title) => ({ title, attempts: [...(outcomes[below(5)] ?? ["passed"])] })));
    };
    for (let step = 1; step <= 40; step += 1) {
      const startedAt = new Date(Date.UTC(2026, 1, 1 + below(5), below(24))).toISOString();
      // One in four adds to an earlier build, which may be partly counted.
      const build = String(step > 1 && below(4) === 0 ? 1 + below(step - 1) : step);
      await send(plumb, key, { "r.json": report() }, { build, branch: ["main", "other"][below(2)] ?? "", startedAt });
      const stopped = { sizes: tiny, signal: AbortSignal.abort() };
      for (let part = below(4); part > 0; part -= 1) await countEndedRuns(db, 1 + below(6), stopped);
      expect(await rowsOf(plumb, wronglyCounted)).toEqual([]);
      if (below(6) > 0 && step < 40) continue;
      while ((await countEndedRuns(db, 4, { sizes: tiny })).runs > 0);
      const { counted, raw } = await countersOf(plumb);
      expect({ step, counted }).toEqual({ step, counted: raw });
      const sums = await sumsOf(plumb);
      expect({ step, counted: sums.counted }).toEqual({ step, counted: sums.raw });
      const tests = await testsOf(plumb);
      expect({ step, stored: tests.stored }).toEqual({ step, stored: tests.raw });
    }
  },
);

const names = (count: number) => Array.from({ length: count }, (_, index) => ["cart", `test ${index}`] as const);

test.runIf(hasSeveralTransactions)("two servers that count while runs resume count each result once", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  for (let build = 1; build <= 6; build += 1)
    await send(plumb, key, { "a.xml": junit(names(20)) }, { build: String(build), branch: "main" });
  const count = async () => {
    while ((await countEndedRuns(db, 10, { sizes: tiny, held: "waited for" })).projectId !== null);
  };
  const resume = async () => {
    for (const build of ["5", "2", "6"])
      await send(plumb, key, { "b.xml": junit([...names(3), ["cart", "late"]]) }, { build, branch: "main" });
  };
  await Promise.all([count(), count(), resume()]);
  await count();
  const { counted, raw } = await countersOf(plumb);
  expect(counted).toEqual(raw);
  const sums = await sumsOf(plumb);
  expect(sums.counted).toEqual(sums.raw);
});

test.runIf(hasSeveralTransactions)("two servers that begin to count at the same time begin one batch", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  for (const build of ["1", "2"]) await send(plumb, key, { "a.xml": junit(names(20)) }, { build, branch: "main" });
  const begin = () => countEndedRuns(db, 1, { sizes: tiny, signal: AbortSignal.abort() });
  await sql`insert into trend_state (project_id, revision) values (${projectId}, 1)`.execute(db);
  await overlap(
    db,
    async (transaction) => {
      await runStatement(transaction, `select from run where build = '1' for no key update`);
      await beginCounting(
        transaction,
        projectId,
        (await readRows<{ id: number }>(transaction, `select id from run where build = '1'`)).map(({ id }) => id),
      );
    },
    begin,
  );
  expect(await rowsOf(plumb, sql`select count(distinct batch)::integer as batches from counting_run`)).toEqual([
    { batches: 1 },
  ]);
  while ((await countEndedRuns(db, 10, { sizes: tiny })).runs > 0);
  const { counted, raw } = await countersOf(plumb);
  expect(counted).toEqual(raw);
});
