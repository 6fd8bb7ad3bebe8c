import type { TestEvaluation } from "@plumb/analysis/flakiness/evaluate-test.ts";
import type { TestState } from "@plumb/contract/tests/tests.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { asyncCommit } from "#store/async-commit.ts";

/** In UTC. */
export function dayOf(now: Date): RawBuilder<unknown> {
  return sql`(${now}::timestamptz at time zone 'UTC')::date`;
}

/** Returns up to `limit` tests of a project with data that was not evaluated yet. Renamed tests are returned under their current name. */
export async function dirtyTests(db: Db, projectId: number, limit: number): Promise<number[]> {
  const renamed = sql`
    select a.test_id, a.same_as_id
      from test_alias a join test_activity s on s.project_id = a.project_id and s.test_id = a.test_id
     where a.project_id = ${projectId} and s.dirty`;
  await sql`
    with renamed as materialized (${renamed}), locked as (
      ${lockedTests(projectId, sql`select test_id from renamed union all select same_as_id from renamed`)}
    )
    update test_activity set dirty = test_id not in (select test_id from renamed)
     where project_id = ${opaqueProjectId(projectId)} and test_id = any(array(select test_id from locked))
  `.execute(db);
  const { rows } = await sql<{ testId: number }>`
    select test_id as "testId" from test_activity where project_id = ${projectId} and dirty order by test_id limit ${limit}
  `.execute(db);
  return rows.map(({ testId }) => testId);
}

/** Locks these tests and returns those that still need an evaluation. */
export async function lockDirtyTests(
  transaction: Db,
  projectId: number,
  testIds: readonly number[],
): Promise<number[]> {
  await lockTests(transaction, projectId, sql`select unnest(${numbers(testIds)}::bigint[])`);
  const { rows } = await sql<{ testId: number }>`
    select test_id as "testId", ${asyncCommit()} from test_activity
     where project_id = ${opaqueProjectId(projectId)} and test_id = any(${numbers(testIds)}::bigint[]) and dirty order by test_id
  `.execute(transaction);
  return rows.map(({ testId }) => testId);
}

export interface EvaluatedTest {
  readonly testId: number;
  readonly evaluation: TestEvaluation;
  /** True if only some of its executions in the period were evaluated. */
  readonly isCut: boolean;
  /** Time (Unix milliseconds) until which all its executions are in the period; `null` if it has none. */
  readonly countsUntil: number | null;
  /** True if another passed result would only change the number of executions. */
  readonly settled: boolean;
}

/**
 * Stores the new states of tests and records changes. Keeps the date of states that may have started before the period. Removes changes that were
 * caused by executions which are now excluded.
 *
 * @param since Start of the period.
 */
export async function storeEvaluations(
  db: Db,
  projectId: number,
  evaluated: readonly EvaluatedTest[],
  { now, since: windowStart }: { readonly now: Date; readonly since: Date },
): Promise<void> {
  const column = (of: (evaluation: TestEvaluation) => number | null) =>
    numbers(evaluated.map((each) => of(each.evaluation)));
  // The test's row does not count executions under an earlier name.
  const hadOtherNames = sql`exists (select from test_alias a where a.project_id = ${projectId} and a.same_as_id = s.test_id)`;
  await sql`
    with given as (
      select * from unnest(
        ${numbers(evaluated.map(({ testId }) => testId))}::bigint[], ${texts(evaluated.map((each) => each.evaluation.state))}::text[],
        ${column(({ since }) => since)}::float8[], ${column(({ score }) => score)}::float8[],
        ${column(({ executions }) => executions)}::integer[], ${column(({ leftOut }) => leftOut)}::integer[],
        ${texts(evaluated.map((each) => JSON.stringify(each.evaluation.evidence)))}::text[],
        ${column(({ lostMs }) => Math.round(lostMs * 1000))}::bigint[], ${column(({ evidence }) => evidence[0]?.at ?? null)}::float8[],
        ${column(({ bracket }) => bracket?.lastGoodRunId ?? null)}::bigint[],
        ${column(({ bracket }) => bracket?.firstBadRunId ?? null)}::bigint[],
        ${column(({ fromStart }) => Number(fromStart))}::integer[], ${numbers(evaluated.map(({ isCut }) => Number(isCut)))}::integer[],
        ${numbers(evaluated.map(({ countsUntil }) => countsUntil))}::float8[], ${numbers(evaluated.map(({ settled }) => Number(settled)))}::integer[])
        as g (test_id, state, since, score, executions, left_out, evidence, cost_us, last_evidence, last_good_run_id, first_bad_run_id,
              from_start, is_cut, counts_until, settled)
    ), before as (
      select s.test_id, s.state, s.state_since, s.left_out
        from test_state s join given using (test_id) where s.project_id = ${opaqueProjectId(projectId)}
    ), unmade as (
      delete from test_state_change c using given g join before b using (test_id)
       where c.project_id = ${opaqueProjectId(projectId)} and c.test_id = g.test_id and g.state <> b.state and g.left_out > b.left_out
         and c.at >= coalesce(to_timestamp(g.since / 1000), b.state_since)
      returning c.test_id, c.id, c.from_state
    ), held as (
      select b.test_id, coalesce((select u.from_state from unmade u where u.test_id = b.test_id order by u.id limit 1), b.state) as state
        from before b
    ), changed as (
      insert into test_state_change (project_id, test_id, from_state, to_state, at, noted_at)
      select ${projectId}, g.test_id, b.state, g.state, coalesce(to_timestamp(g.since / 1000), ${now}), ${now}
        from given g join held b using (test_id)
       where g.state <> b.state and g.state <> 'unknown' and not (b.state = 'unknown' and g.state = 'healthy')
       order by g.test_id
    ), counted as (
      update test_activity a set executions = g.executions, dirty = false
        from given g where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = g.test_id
    )
    update test_state s
       set state = g.state,
           state_since = case when s.state = g.state and g.from_start = 1
                                   and (g.is_cut = 1 or a.first_day < ${dayOf(windowStart)} or ${hadOtherNames})
                              then least(s.state_since, to_timestamp(g.since / 1000)) else to_timestamp(g.since / 1000) end,
           counts_until = (to_timestamp(g.counts_until / 1000) at time zone 'UTC')::date,
           settled = g.settled = 1 and not ${hadOtherNames},
           score = g.score, left_out = g.left_out, evidence = g.evidence::jsonb, cost_us = g.cost_us,
           last_evidence_at = to_timestamp(g.last_evidence / 1000), last_good_run_id = g.last_good_run_id,
           first_bad_run_id = g.first_bad_run_id
      from given g
      join test_activity a on a.project_id = ${opaqueProjectId(projectId)} and a.test_id = g.test_id
     where s.project_id = ${opaqueProjectId(projectId)} and s.test_id = g.test_id
  `.execute(db);
}

/**
 * Locks tests in a fixed order, so that transactions cannot deadlock. Uses arrays, because without statistics the planner compares every test with
 * every other one.
 *
 * @param testIds SQL that selects their ids.
 */
function lockedTests(projectId: number, testIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select test_id from test_state
     where project_id = ${opaqueProjectId(projectId)} and test_id = any(array(${testIds})) order by test_id for no key update`;
}

export async function lockTests(transaction: Db, projectId: number, testIds: RawBuilder<unknown>): Promise<void> {
  await sql`with locked as (${lockedTests(projectId, testIds)}) select count(*) from locked`.execute(transaction);
}

/** Marks tests for evaluation. This includes tests that are being evaluated now, without the data of this transaction. */
export function markForEvaluation(projectId: number, testIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update test_activity set dirty = true
     where project_id = ${opaqueProjectId(projectId)} and test_id = any(array(${lockedTests(projectId, testIds)}))`;
}

/** Marks all tests with executions for evaluation, because the rule changed. */
export async function markAllForEvaluation(db: Db, projectId: number): Promise<void> {
  await markForEvaluation(projectId, sql`select test_id from test_state where project_id = ${projectId}`).execute(db);
}

/** Tests per statement. The embedded database serves other clients between statements. */
const staleAtOnce = 2000;

/** Marks tests for evaluation if executions have entered or left the period. Returns the projects of these tests. */
export async function markStaleForEvaluation(db: Db, now: Date): Promise<number[]> {
  const projects = new Set<number>();
  for (;;) {
    const { rows } = await sql<{ projectId: number; testId: number }>`
      select s.project_id as "projectId", s.test_id as "testId" from test_state s
       where s.counts_until < ${dayOf(now)} and exists (
               select from test_activity a where a.project_id = s.project_id and a.test_id = s.test_id and not a.dirty)
       order by s.project_id, s.test_id limit ${staleAtOnce}
    `.execute(db);
    for (const [projectId, stale] of Map.groupBy(rows, (row) => row.projectId)) {
      const testIds = numbers(stale.map(({ testId }) => testId));
      await markForEvaluation(projectId, sql`select unnest(${testIds}::bigint[])`).execute(db);
      projects.add(projectId);
    }
    if (rows.length < staleAtOnce) return [...projects].toSorted((a, b) => a - b);
  }
}

/** Number of full days for the current mean duration of a test, and for the previous one. */
const durationDays = 14;

/** True for tests that ran recently and whose durations were not updated today (UTC). */
function isDue(now: Date): RawBuilder<unknown> {
  return sql`(durations_day is null or durations_day < ${dayOf(now)}) and last_day >= ${dayOf(now)} - ${2 * durationDays}::integer`;
}

/** Returns up to `limit` tests of a project whose mean durations are due. Its duration grows with the number of tests that ran recently. */
export async function testsToMean(db: Db, projectId: number, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ testId: number }>`
    select test_id as "testId" from test_activity where project_id = ${projectId} and ${isDue(now)} order by test_id limit ${limit}
  `.execute(db);
  return rows.map(({ testId }) => testId);
}

/** Computes the mean durations of the tests that are still due: over the 14 full days before today (UTC), or today if there are none. */
export async function meanDurations(
  transaction: Db,
  projectId: number,
  now: Date,
  testIds: readonly number[],
): Promise<void> {
  const today = dayOf(now);
  // Locking the tests waits for concurrent counts of their runs to commit, so that the next statement reads them.
  await lockTests(transaction, projectId, sql`select unnest(${numbers(testIds)}::bigint[])`);
  const { rows: due } = await sql<{ testId: number }>`
    select test_id as "testId", ${asyncCommit()} from test_activity
     where project_id = ${opaqueProjectId(projectId)} and test_id = any(${numbers(testIds)}::bigint[]) and ${isDue(now)} order by test_id
  `.execute(transaction);
  await sql`
    with due as (
      select unnest(${numbers(due.map(({ testId }) => testId))}::bigint[]) as test_id
    ), means as (
      select due.test_id, d.recent, d.before, d.today
        from due
       cross join lateral (
         select sum(duration_us) filter (where age between 1 and ${durationDays})
                  / nullif(sum(timed) filter (where age between 1 and ${durationDays}), 0) as recent,
                sum(duration_us) filter (where age > ${durationDays}) / nullif(sum(timed) filter (where age > ${durationDays}), 0) as before,
                sum(duration_us) filter (where age <= 0) / nullif(sum(timed) filter (where age <= 0), 0) as today
           from (select duration_us, timed, ${today} - day as age from test_day
                  where project_id = ${opaqueProjectId(projectId)} and test_id = due.test_id and day >= ${today} - ${2 * durationDays}::integer) days) d
    ), meaned as (
      update test_activity a set durations_day = ${today}
        from due where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = due.test_id
    )
    update test_state s
       set recent_us = round(coalesce(m.recent, m.today)), before_us = round(m.before)
      from means m
     where s.project_id = ${opaqueProjectId(projectId)} and s.test_id = m.test_id
  `.execute(transaction);
}

/** Returns false for test `s` if it is new in a run that is being counted in parts. All new tests appear together with the last part. */
export function isListed(projectId: RawBuilder<unknown> | number): RawBuilder<unknown> {
  return sql`coalesce(s.entered_by, 0) <> all(array(select run_id from counting_run where project_id = ${projectId}))`;
}

/** Counts the tests by state. */
export async function countStates(db: Db, projectId: number): Promise<Record<TestState, number>> {
  const { rows } = await sql<{ state: TestState; count: number }>`
    select state, count(*)::integer as count from test_state s
     where project_id = ${projectId} and ${isListed(projectId)}
       and not exists (select from test_alias a where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = s.test_id)
     group by state
  `.execute(db);
  const counts = { healthy: 0, flaky: 0, broken: 0, unknown: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Counts the flaky tests of several projects, as `countStates` does for one. Omits projects that have none. */
export async function flakyTests(db: Db, projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ projectId: number; count: number }>`
    select s.project_id as "projectId", count(*)::integer as count from test_state s
     where s.project_id = any(${numbers(projectIds)}::bigint[]) and s.state = 'flaky' and ${isListed(sql`s.project_id`)}
       and not exists (select from test_alias a where a.project_id = s.project_id and a.test_id = s.test_id)
     group by s.project_id
  `.execute(db);
  return new Map(rows.map(({ projectId, count }) => [projectId, count]));
}

export interface InformativeTest {
  readonly id: number;
  readonly titlePath: string[];
  readonly state: TestState;
}

/** Returns tests that failed or were flaky in the last `days` days, or are flaky or broken, by the latest evidence. */
export async function informativeTests(
  db: Db,
  projectId: number,
  { days, now, limit }: { readonly days: number; readonly now: Date; readonly limit: number },
): Promise<InformativeTest[]> {
  const { rows } = await sql<InformativeTest>`
    select t.id, t.title_path as "titlePath", s.state
      from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
     where s.project_id = ${projectId}
       and not exists (select from test_alias a where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = s.test_id)
       and (s.state in ('flaky', 'broken') or exists (
             select from test_day d
              where d.project_id = ${opaqueProjectId(projectId)} and d.test_id = s.test_id
                and d.day >= ${dayOf(now)} - ${days}::integer and (d.failed > 0 or d.flaky > 0)))
     order by s.last_evidence_at desc nulls last, s.test_id limit ${limit}
  `.execute(db);
  return rows;
}
