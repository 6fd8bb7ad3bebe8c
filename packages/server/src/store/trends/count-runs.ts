import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { enterDays, leaveDays, runsInDays } from "#store/runs/run-totals.ts";
import { learnSaidOwners } from "#store/tests/owners.ts";
import { lockTests } from "#store/tests/test-states.ts";
import { type Counting, enterOwners, enterTests, moveTestDays, resultsOf, standingResults } from "./counted-results.ts";
import { beforeAll, countUntil, forgetCounting, type ListPlace, nextTests, partlyCounted } from "./counting-run.ts";

/** Approximate number of tests to count per transaction. With short ones, the embedded database can serve other clients in between. */
const testsAtOnce = 2000;

interface EndedRun {
  readonly projectId: number;
  readonly id: number;
  readonly total: number;
}

/** Returns the project of the next run to count; `null` if there is none. */
export async function nextToCount(db: Db): Promise<number | null> {
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from run
     where counted_day is null and status <> 'running' and removed_at is null
     order by project_id, id limit 1
  `.execute(db);
  return rows[0]?.projectId ?? null;
}

interface CountingOptions {
  /** Whether to wait for runs that are locked by grouping or notifications. */
  readonly held: "passed over" | "waited for";
  /** End of the period of the rule for flaky tests. */
  readonly now: Date;
  /** Stops between two parts; the next call continues there. */
  readonly signal: AbortSignal;
}

export interface Counted {
  readonly runs: number;
  /** `null` if there was nothing to count. */
  readonly projectId: number | null;
}

/**
 * Counts ended runs of a project in their days, as counted runs, and in the days of their tests. Processes up to `limit` runs, or one large run in
 * parts, so that other clients can use the database in between. The counts remain when a run is deleted.
 */
export async function countEndedRuns(
  db: Db,
  limit: number,
  { held = "passed over", now = new Date(), signal }: Partial<CountingOptions> = {},
): Promise<Counted> {
  for (;;) {
    const counted = await db.transaction().execute((transaction) => countSome(transaction, limit, { held, now }));
    if (counted.runs > 0 || counted.projectId === null || signal?.aborted === true) return counted;
  }
}

/** Returns no runs but a project after a part that is not the last one. */
async function countSome(
  transaction: Db,
  limit: number,
  { held, now }: Pick<CountingOptions, "held" | "now">,
): Promise<Counted> {
  const { rows } = await sql<EndedRun>`
    select project_id as "projectId", id, total from run
     where counted_day is null and status <> 'running' and removed_at is null
     order by project_id, id limit ${limit} for no key update ${sql.raw(held === "passed over" ? "skip locked" : "")}
  `.execute(transaction);
  const [first] = rows;
  if (first === undefined) return { runs: 0, projectId: null };
  const { projectId } = first;
  if (first.total > testsAtOnce) {
    const done = await countPart(transaction, { projectId, runId: first.id }, now);
    return { runs: done ? 1 : 0, projectId };
  }
  const counting = { projectId, runIds: someOf(rows.filter((run) => run.projectId === projectId)) };
  await enterTotals(transaction, counting);
  await learnSaidOwners(transaction, counting);
  await enterOwners(transaction, counting);
  await enterTests(transaction, counting, { enteredBy: null, now });
  return { runs: counting.runIds.length, projectId };
}

async function enterTotals(transaction: Db, { projectId, runIds }: Counting): Promise<void> {
  const revision = await nextRevision(transaction, projectId);
  const ids = numbers(runIds);
  await nameSeries(transaction, projectId, ids);
  await enterDays(transaction, projectId, ids);
  await enterRuns(transaction, { projectId, runIds }, { revision, gone: false });
}

/**
 * Counts the next tests of a run with all their results. If none is left, counts the run itself, which no total includes before. Returns true in that
 * case.
 */
async function countPart(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  now: Date,
): Promise<boolean> {
  const run = { projectId, runId, runIds: [runId] };
  await holdRevision(transaction, projectId);
  const [begun] = await partlyCounted(transaction, projectId, [runId]);
  const until = begun?.until ?? (await beginCounting(transaction, run));
  const part = await nextTests(transaction, run, until);
  if (part === null) {
    await enterTotals(transaction, run);
    await enterOwners(transaction, run);
    await forgetCounting(transaction, run);
    return true;
  }
  const counting = { ...run, tests: part.tests };
  await learnSaidOwners(transaction, counting);
  await enterTests(transaction, counting, { enteredBy: runId, now });
  await countUntil(transaction, run, part.until);
  return false;
}

/** Inserts the run, because the days of its tests refer to it. It is marked as gone, so that it is not counted yet. */
async function beginCounting(transaction: Db, run: Counting): Promise<ListPlace> {
  const revision = await nextRevision(transaction, run.projectId);
  await nameSeries(transaction, run.projectId, numbers(run.runIds));
  await enterRuns(transaction, run, { revision, gone: true });
  return beforeAll;
}

/** Returns the first runs with at most about this many tests in total, at least one run. */
function someOf(runs: readonly EndedRun[]): number[] {
  const chosen: number[] = [];
  let tests = 0;
  for (const { id, total } of runs) {
    if (chosen.length > 0 && tests + total > testsAtOnce) break;
    chosen.push(id);
    tests += total;
  }
  return chosen;
}

/**
 * Increments the revision. The row stays locked until the transaction ends, so that revisions follow the order of commits. It must be locked before
 * days and tests, so that transactions cannot deadlock.
 */
async function nextRevision(transaction: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into trend_state (project_id, revision) values (${projectId}, 1)
    on conflict (project_id) do update set revision = trend_state.revision + 1
    returning revision
  `.execute(transaction);
  return rows[0]?.revision ?? 0;
}

/** Locks like `nextRevision` for a part, which does not change the totals. */
async function holdRevision(transaction: Db, projectId: number): Promise<void> {
  await sql`
    select from trend_state where project_id = ${projectId} for no key update
  `.execute(transaction);
}

async function nameSeries(transaction: Db, projectId: number, runIds: string): Promise<void> {
  await sql`
    insert into series (project_id, suite, environment, branch, framework)
    select distinct project_id, suite, environment, coalesce(branch, ''), framework
      from run where project_id = ${projectId} and id = any(${runIds}::bigint[])
    on conflict do nothing
  `.execute(transaction);
}

async function enterRuns(
  transaction: Db,
  counting: Counting,
  { revision, gone }: { readonly revision: number; readonly gone: boolean },
): Promise<void> {
  const { projectId, runIds } = counting;
  await sql`
    insert into counted_run (project_id, run_id, number, series_id, started_at, status, commit_sha, duration_ms, total, passed, failed,
                             errored, skipped, flaky, first_passed, quarantined, flaky_us, tags, gone, revision)
    select n.project_id, n.id, n.number, s.id, n.started_at, n.status, n.commit_sha, n.duration_ms, n.total, n.passed, n.failed,
           n.errored, n.skipped, n.flaky, n.first_passed, n.quarantined, coalesce(c.flaky_us, 0), n.tags, ${gone}::boolean, ${revision}
      from run n
      join series s on s.project_id = n.project_id and s.suite = n.suite and s.environment = n.environment
                   and s.branch = coalesce(n.branch, '') and s.framework = n.framework
      left join (
        select run_id, sum(flaky_us) as flaky_us from ${resultsOf(counting)} r where flaky group by run_id
      ) c on c.run_id = n.id
     where n.project_id = ${projectId} and n.id = any(${numbers(runIds)}::bigint[])
    on conflict (project_id, run_id) do update
       set series_id = excluded.series_id, started_at = excluded.started_at, status = excluded.status,
           commit_sha = excluded.commit_sha, duration_ms = excluded.duration_ms, total = excluded.total, passed = excluded.passed,
           failed = excluded.failed, errored = excluded.errored, skipped = excluded.skipped, flaky = excluded.flaky,
           first_passed = excluded.first_passed, quarantined = excluded.quarantined, flaky_us = excluded.flaky_us,
           tags = excluded.tags, gone = excluded.gone, revision = excluded.revision
  `.execute(transaction);
}

/** Recounts the tests of each owner in counted runs. */
export async function countOwnersAgain(db: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await nextRevision(transaction, projectId);
    await enterOwners(transaction, { projectId, runIds });
  });
}

/**
 * Removes runs from all counts, including partly counted ones, because they resume and their results will change. The rows must be locked, and the
 * results must not have changed since they were counted. Processes all runs together, so that tests are locked in one order.
 */
export async function uncountRuns(transaction: Db, projectId: number, ids: readonly number[]): Promise<void> {
  const counted = await runsInDays(transaction, projectId, numbers(ids));
  const begun = await partlyCounted(transaction, projectId, ids);
  if (counted.length + begun.length === 0) return;
  const runIds = numbers([...counted, ...begun.map(({ runId }) => runId)]);
  const revision = await nextRevision(transaction, projectId);
  if (counted.length > 0) {
    await leaveDays(transaction, projectId, numbers(counted));
    await uncountTests(transaction, { projectId, runIds: counted });
  }
  for (const { runId, until } of begun) {
    const run = { projectId, runId, runIds: [runId] };
    let part = await nextTests(transaction, run, beforeAll, until);
    for (; part !== null; part = await nextTests(transaction, run, part.until, until))
      await uncountTests(transaction, { ...run, tests: part.tests });
    await forgetCounting(transaction, run);
  }
  await sql`
    delete from run_owner where project_id = ${projectId} and run_id = any(${runIds}::bigint[])
  `.execute(transaction);
  await sql`
    update counted_run set gone = true, revision = ${revision}
     where project_id = ${projectId} and run_id = any(${runIds}::bigint[])
  `.execute(transaction);
}

async function uncountTests(transaction: Db, counting: Counting): Promise<void> {
  const { projectId, tests } = counting;
  await moveTestDays(transaction, counting, "-");
  const ofRun =
    tests === undefined
      ? sql`select test_id from ${standingResults(counting)} r`
      : sql`select unnest(${numbers(tests)}::bigint[])`;
  await lockTests(transaction, projectId, ofRun);
  await sql`
    delete from test_day
     where project_id = ${projectId} and test_id in (${ofRun}) and passed = 0 and failed = 0 and skipped = 0
  `.execute(transaction);
  await sql`
    with left_over as (
      select d.test_id, min(d.day) as first_day, max(d.day) as last_day,
             (array_agg(d.series_id order by d.day desc, d.series_id))[1] as series_id
        from test_day d where d.project_id = ${projectId} and d.test_id in (${ofRun}) group by d.test_id
    ), gone as (
      delete from test_state
       where project_id = ${projectId} and test_id in (${ofRun}) and test_id not in (select test_id from left_over)
    ), inactive as (
      delete from test_activity
       where project_id = ${projectId} and test_id in (${ofRun}) and test_id not in (select test_id from left_over)
    )
    update test_activity a
       set first_day = l.first_day, last_day = l.last_day, series_id = l.series_id, dirty = true, durations_day = null
      from left_over l where a.project_id = ${projectId} and a.test_id = l.test_id
  `.execute(transaction);
}
