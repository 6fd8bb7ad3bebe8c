import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { namesOf } from "#store/tests/aliases.ts";
import { learnSaidOwners } from "#store/tests/owners.ts";
import { holdsAt } from "#store/tests/quarantine.ts";
import { judgedAgain, lockTests } from "#store/tests/test-states.ts";
import { leaveDay, enterDays } from "#store/runs/run-totals.ts";

/** Tests whose results one transaction counts, about: a short one lets the embedded database serve others in between. */
const testsAtOnce = 20_000;

interface EndedRun {
  readonly projectId: number;
  readonly id: number;
  readonly total: number;
}

/** The project of the run that is counted next; null if there is none. */
export async function nextToCount(db: Db): Promise<number | null> {
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from run
     where counted_day is null and status <> 'running' and removed_at is null
     order by project_id, id limit 1
  `.execute(db);
  return rows[0]?.projectId ?? null;
}

export interface Counted {
  readonly runs: number;
  /** Null: there was nothing to count. */
  readonly projectId: number | null;
}

/**
 * Counts runs of one project that have ended: in their days, as counted runs, and their results in the days of their tests.
 * Takes up to `limit` of them. What is counted stays when the run is deleted.
 */
export async function countEndedRuns(db: Db, limit: number): Promise<Counted> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<EndedRun>`
      select project_id as "projectId", id, total from run
       where counted_day is null and status <> 'running' and removed_at is null
       order by project_id, id limit ${limit} for no key update skip locked
    `.execute(transaction);
    const [first] = rows;
    if (first === undefined) return { runs: 0, projectId: null };
    const { projectId } = first;
    const runIds = numbers(someOf(rows.filter((run) => run.projectId === projectId)));
    const revision = await nextRevision(transaction, projectId);
    await nameSeries(transaction, projectId, runIds);
    await enterDays(transaction, projectId, runIds);
    await enterRuns(transaction, { projectId, runIds, revision });
    await learnSaidOwners(transaction, projectId, runIds);
    await enterOwners(transaction, projectId, runIds);
    await enterTests(transaction, projectId, runIds);
    return { runs: runIds.split(",").length, projectId };
  });
}

/** As many as hold about so many tests, and one at least. */
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

/** The row stays locked until the transaction ends: revisions come in the order of commits. */
async function nextRevision(transaction: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into trend_state (project_id, revision) values (${projectId}, 1)
    on conflict (project_id) do update set revision = trend_state.revision + 1
    returning revision
  `.execute(transaction);
  return rows[0]?.revision ?? 0;
}

async function nameSeries(transaction: Db, projectId: number, runIds: string): Promise<void> {
  await sql`
    insert into series (project_id, suite, environment, branch, framework)
    select distinct project_id, suite, environment, coalesce(branch, ''), framework
      from run where project_id = ${projectId} and id = any(${runIds}::bigint[])
    on conflict do nothing
  `.execute(transaction);
}

/** The results of the runs that stand and came to an end, each with what its test was at that time. */
function resultsOf(projectId: number, runIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select r.project_id, r.run_id, r.test_id, r.status, r.flaky, r.first_status,
           round(r.duration_ms::float8 * 1000)::bigint as us,
           case when r.flaky and r.attempt_spans is not null then (
             select coalesce(sum(round((span ->> 1)::float8 * 1000)), 0)::bigint
               from jsonb_array_elements(r.attempt_spans) with ordinality as spans (span, n)
              where n < jsonb_array_length(r.attempt_spans)) else 0 end as flaky_us,
           r.status in ('failed', 'error') and exists (
             select from quarantine q
              where q.project_id = r.project_id and q.test_id = any(${namesOf(sql`r.project_id`, sql`r.test_id`)}) and q.kind = 'quarantine'
                and ${holdsAt(sql`n.started_at`)}) as quarantined
      from run n
      join result r on r.project_id = n.project_id and r.run_id = n.id
     where n.project_id = ${projectId} and n.id = any(${runIds}::bigint[]) and r.superseded_by is null
       and r.status in ('passed', 'failed', 'error', 'skipped'))`;
}

async function enterRuns(
  transaction: Db,
  { projectId, runIds, revision }: { projectId: number; runIds: string; revision: number },
): Promise<void> {
  await sql`
    insert into counted_run (project_id, run_id, number, series_id, started_at, status, commit_sha, duration_ms, total, passed, failed,
                             errored, skipped, flaky, first_passed, quarantined, flaky_us, tags, revision)
    select n.project_id, n.id, n.number, s.id, n.started_at, n.status, n.commit_sha, n.duration_ms, n.total, n.passed, n.failed,
           n.errored, n.skipped, n.flaky, n.first_passed, n.quarantined, coalesce(c.flaky_us, 0), n.tags, ${revision}
      from run n
      join series s on s.project_id = n.project_id and s.suite = n.suite and s.environment = n.environment
                   and s.branch = coalesce(n.branch, '') and s.framework = n.framework
      left join (
        select run_id, sum(flaky_us) as flaky_us from ${resultsOf(projectId, sql`${runIds}`)} r where flaky group by run_id
      ) c on c.run_id = n.id
     where n.project_id = ${projectId} and n.id = any(${runIds}::bigint[])
    on conflict (project_id, run_id) do update
       set series_id = excluded.series_id, started_at = excluded.started_at, status = excluded.status,
           commit_sha = excluded.commit_sha, duration_ms = excluded.duration_ms, total = excluded.total, passed = excluded.passed,
           failed = excluded.failed, errored = excluded.errored, skipped = excluded.skipped, flaky = excluded.flaky,
           first_passed = excluded.first_passed, quarantined = excluded.quarantined, flaky_us = excluded.flaky_us,
           tags = excluded.tags, gone = false, revision = excluded.revision
  `.execute(transaction);
}

/** Counts again what counted runs have of the tests of each owner. */
export async function countOwnersAgain(db: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await nextRevision(transaction, projectId);
    await enterOwners(transaction, projectId, numbers(runIds));
  });
}

/** What the runs have of the tests of each owner, in place of what was counted of them before. */
async function enterOwners(transaction: Db, projectId: number, runIds: string): Promise<void> {
  await sql`
    delete from run_owner where project_id = ${projectId} and run_id = any(${runIds}::bigint[])
  `.execute(transaction);
  await sql`
    insert into run_owner (project_id, run_id, owner, total, passed, failed, skipped, flaky, first_passed, quarantined, flaky_us)
    select r.project_id, r.run_id, t.owner, count(*), count(*) filter (where r.status = 'passed'),
           count(*) filter (where r.status in ('failed', 'error')), count(*) filter (where r.status = 'skipped'),
           count(*) filter (where r.flaky), count(*) filter (where r.first_status = 'passed'),
           count(*) filter (where r.quarantined), sum(r.flaky_us)
      from ${resultsOf(projectId, sql`${runIds}`)} r
      join test t on t.project_id = r.project_id and t.id = r.test_id
     where t.owner is not null
     group by r.project_id, r.run_id, t.owner
  `.execute(transaction);
}

/** By day and series of the counted runs; in the order of the tests, so that two never wait for each other in a circle. */
function testDays(projectId: number, runIds: string, sign: "" | "-"): RawBuilder<unknown> {
  const minus = sql.raw(sign);
  return sql`
    select r.project_id, r.test_id, (c.started_at at time zone 'UTC')::date as day, c.series_id,
           ${minus}count(*) filter (where r.status = 'passed') as passed,
           ${minus}count(*) filter (where r.status in ('failed', 'error')) as failed,
           ${minus}count(*) filter (where r.status = 'skipped') as skipped, ${minus}count(*) filter (where r.flaky) as flaky,
           ${minus}count(r.us) filter (where r.status <> 'skipped') as timed,
           ${minus}coalesce(sum(r.us) filter (where r.status <> 'skipped'), 0) as duration_us,
           ${minus}sum(r.flaky_us) as flaky_us
      from ${resultsOf(projectId, sql`${runIds}`)} r
      join counted_run c on c.project_id = r.project_id and c.run_id = r.run_id
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
}

async function moveTestDays(transaction: Db, projectId: number, runIds: string, sign: "" | "-"): Promise<void> {
  await sql`
    insert into test_day as d (project_id, test_id, day, series_id, passed, failed, skipped, flaky, timed, duration_us, flaky_us)
    ${testDays(projectId, runIds, sign)}
    on conflict (project_id, test_id, day, series_id) do update
       set passed = d.passed + excluded.passed, failed = d.failed + excluded.failed, skipped = d.skipped + excluded.skipped,
           flaky = d.flaky + excluded.flaky, timed = d.timed + excluded.timed, duration_us = d.duration_us + excluded.duration_us,
           flaky_us = d.flaky_us + excluded.flaky_us
  `.execute(transaction);
}

async function enterTests(transaction: Db, projectId: number, runIds: string): Promise<void> {
  await moveTestDays(transaction, projectId, runIds, "");
  await sql`
    insert into test_state as s (project_id, test_id, first_day, last_day, series_id, last_run_id, dirty)
    select r.project_id, r.test_id, min((c.started_at at time zone 'UTC')::date), max((c.started_at at time zone 'UTC')::date),
           (array_agg(c.series_id order by c.started_at desc, c.run_id desc))[1],
           (array_agg(c.run_id order by c.started_at desc, c.run_id desc))[1], true
      from ${resultsOf(projectId, sql`${runIds}`)} r
      join counted_run c on c.project_id = r.project_id and c.run_id = r.run_id
     group by r.project_id, r.test_id order by r.project_id, r.test_id
    on conflict (project_id, test_id) do update
       set first_day = least(s.first_day, excluded.first_day), last_day = greatest(s.last_day, excluded.last_day),
           series_id = case when excluded.last_day >= s.last_day then excluded.series_id else s.series_id end,
           last_run_id = case when excluded.last_day >= s.last_day then excluded.last_run_id else s.last_run_id end,
           dirty = s.dirty or s.state <> 'healthy' or s.evidence <> '[]',
           durations_day = case when excluded.first_day < s.durations_day then null else s.durations_day end
  `.execute(transaction);
  // A healthy test that nothing speaks against is not judged anew each time that it passes.
  const telling = sql`
    select test_id from result
     where project_id = ${projectId} and run_id = any(${runIds}::bigint[]) and superseded_by is null
       and (flaky or status in ('failed', 'error'))`;
  await judgedAgain(projectId, telling).execute(transaction);
}

/**
 * Takes a run out of everything that it was counted in: it goes on, and its results will change. Its row must be locked, and
 * its results be those that were counted.
 */
export async function uncountRun(transaction: Db, projectId: number, runId: number): Promise<void> {
  if (!(await leaveDay(transaction, projectId, runId))) return;
  const runIds = numbers([runId]);
  const revision = await nextRevision(transaction, projectId);
  await moveTestDays(transaction, projectId, runIds, "-");
  const ofRun = sql`select test_id from result where project_id = ${projectId} and run_id = ${runId}`;
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
    )
    update test_state s
       set first_day = l.first_day, last_day = l.last_day, series_id = l.series_id, dirty = true, durations_day = null
      from left_over l where s.project_id = ${projectId} and s.test_id = l.test_id
  `.execute(transaction);
  await sql`
    delete from run_owner where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
  await sql`
    update counted_run set gone = true, revision = ${revision} where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
}
