import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { labelHash, nameLabelSets } from "#store/sql/label-sets.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import { enterDays, leaveDays, runsInDays } from "#store/runs/run-totals.ts";
import { lockTests } from "#store/tests/test-states.ts";
import { asyncCommit } from "#store/async-commit.ts";
import type { Counting } from "#store/sql/standing-results.ts";
import { enterOwners, leaveTestDays, resultsOf, testsOf } from "./counted-results.ts";
import { type Batch, batchOf, beginBatch, countedTests, leaveBatch } from "./counting-run.ts";

interface RunKey {
  readonly projectId: number;
  readonly runId: number;
}

/** A run that has ended and is not in the trends. */
export interface EndedRun {
  readonly projectId: number;
  readonly id: number;
  readonly suite: string;
  readonly total: number;
}

/** Returns the next run to count; `null` if there is none. */
export async function nextRun(db: Db): Promise<EndedRun | null> {
  const { rows } = await sql<EndedRun>`
    select project_id as "projectId", id, suite, total from run
     where counted_day is null and status <> 'running' and removed_at is null
     order by project_id, id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Locks runs of one project to count, out of the next `limit` ones. Waits for those that other transactions have locked, or leaves them out. A statement
 * that locks rows is about one project, because a distributed database accepts no other.
 */
export async function lockRunsToCount(
  transaction: Db,
  limit: number,
  held: "passed over" | "waited for",
): Promise<EndedRun[]> {
  const isWaiting = sql`counted_day is null and status <> 'running' and removed_at is null`;
  const { rows: candidates } = await sql<RunKey>`
    select project_id as "projectId", id as "runId" from run where ${isWaiting} order by project_id, id limit ${limit}
  `.execute(transaction);
  for (const [projectId, runs] of Map.groupBy(candidates, (candidate) => candidate.projectId)) {
    const { rows } = await sql<EndedRun>`
      select project_id as "projectId", id, suite, total from run
       where project_id = ${projectId} and id = any(${numbers(runs.map(({ runId }) => runId))}::bigint[]) and ${isWaiting}
       order by id for no key update ${sql.raw(held === "passed over" ? "skip locked" : "")}
    `.execute(transaction);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Ends the transaction without waiting for the disk. Counts that a crash removes are counted again. */
export async function commitAsync(transaction: Db): Promise<void> {
  await sql`select ${asyncCommit()}`.execute(transaction);
}

/** Adds the totals of runs to the trends. */
export async function enterTotals(transaction: Db, { projectId, runIds }: Counting): Promise<void> {
  const revision = await bumpRevision(transaction, "trend", projectId);
  const ids = numbers(runIds);
  await nameSeries(transaction, projectId, ids);
  await nameLabelSets(transaction, projectId, ids);
  await enterDays(transaction, projectId, ids);
  await enterRuns(transaction, { projectId, runIds }, { revision, gone: false });
}

/** Returns the seconds since the last upload of each run ended. */
export async function secondsSinceUpload(transaction: Db, { projectId, runIds }: Counting): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from clock_timestamp() - last_event_at))::float8 as seconds
      from run where project_id = ${projectId} and id = any(${numbers(runIds)}::bigint[])
  `.execute(transaction);
  return rows.map(({ seconds }) => seconds);
}

/**
 * Begins a batch, unless another server has begun one. Inserts the runs, because the days of their tests refer to them. They are marked as gone, so
 * that they are not counted yet. The runs must be locked.
 */
export async function beginCounting(transaction: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  const revision = await bumpRevision(transaction, "trend", projectId);
  if ((await batchOf(transaction, projectId)) !== null) return;
  await nameSeries(transaction, projectId, numbers(runIds));
  await nameLabelSets(transaction, projectId, numbers(runIds));
  await enterRuns(transaction, { projectId, runIds }, { revision, gone: true });
  await beginBatch(transaction, projectId, revision, runIds);
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
                             errored, skipped, flaky, first_passed, quarantined, flaky_us, label_set_id, gone, revision)
    select n.project_id, n.id, n.number, s.id, n.started_at, n.status, n.commit_sha, n.duration_ms, n.total, n.passed, n.failed,
           n.errored, n.skipped, n.flaky, n.first_passed, n.quarantined, coalesce(c.flaky_us, 0), l.id, ${gone}::boolean, ${revision}
      from run n
      join series s on s.project_id = n.project_id and s.suite = n.suite and s.environment = n.environment
                   and s.branch = coalesce(n.branch, '') and s.framework = n.framework
      left join label_set l on l.project_id = n.project_id and l.hash = ${labelHash} and (n.tags <> '{}' or n.facts <> '{}')
      left join (
        select run_id, sum(flaky_us) as flaky_us from ${resultsOf(counting)} r where flaky and not ${gone}::boolean group by run_id
      ) c on c.run_id = n.id
     where n.project_id = ${opaqueProjectId(projectId)} and n.id = any(${numbers(runIds)}::bigint[])
    on conflict (project_id, run_id) do update
       set series_id = excluded.series_id, started_at = excluded.started_at, status = excluded.status,
           commit_sha = excluded.commit_sha, duration_ms = excluded.duration_ms, total = excluded.total, passed = excluded.passed,
           failed = excluded.failed, errored = excluded.errored, skipped = excluded.skipped, flaky = excluded.flaky,
           first_passed = excluded.first_passed, quarantined = excluded.quarantined, flaky_us = excluded.flaky_us,
           label_set_id = excluded.label_set_id, gone = excluded.gone, revision = excluded.revision
  `.execute(transaction);
}

/** Recounts the tests of each owner in counted runs. */
export async function countOwnersAgain(db: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await bumpRevision(transaction, "trend", projectId);
    await enterOwners(transaction, { projectId, runIds });
  });
}

/**
 * Removes runs from all counts, including partly counted ones, because they resume and their results will change. The rows must be locked, and the
 * results must not have changed since they were counted. Processes all runs together, so that tests are locked in one order.
 */
export async function uncountRuns(transaction: Db, projectId: number, ids: readonly number[]): Promise<void> {
  const counted = await runsInDays(transaction, projectId, numbers(ids));
  const isStarted = (batch: Batch | null) => (batch?.runs ?? []).some(({ runId }) => ids.includes(runId));
  if (counted.length === 0 && !isStarted(await batchOf(transaction, projectId))) return;
  const revision = await bumpRevision(transaction, "trend", projectId);
  if (counted.length > 0) {
    await leaveDays(transaction, projectId, numbers(counted));
    await uncountTests(transaction, { projectId, runIds: counted });
  }
  const batch = await batchOf(transaction, projectId);
  const started = (batch?.runs ?? []).map(({ runId }) => runId).filter((runId) => ids.includes(runId));
  if (batch !== null && started.length > 0) {
    const tests = await countedTests(transaction, batch, started);
    if (tests.length > 0) await uncountTests(transaction, { projectId, runIds: started, tests });
    await leaveBatch(transaction, projectId, started);
  }
  const runIds = numbers([...counted, ...started]);
  await sql`
    delete from run_owner where project_id = ${projectId} and run_id = any(${runIds}::bigint[])
  `.execute(transaction);
  await sql`
    update counted_run set gone = true, revision = ${revision}
     where project_id = ${projectId} and run_id = any(${runIds}::bigint[])
  `.execute(transaction);
}

async function uncountTests(transaction: Db, counting: Counting): Promise<void> {
  const { projectId } = counting;
  await leaveTestDays(transaction, counting);
  const ofRun = testsOf(counting);
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
