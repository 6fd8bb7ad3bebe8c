import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { type Counting, standingResults } from "#store/sql/standing-results.ts";
import { namesOf } from "#store/tests/aliases.ts";
import { holdsAt } from "#store/tests/quarantine.ts";
import { maxExecutions, windowOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { dayOf, lockTests } from "#store/tests/test-states.ts";

/** Selects the finished results, each with the quarantine state of its test at that time. */
export function resultsOf(counting: Counting): RawBuilder<unknown> {
  return sql`(
    select r.project_id, r.run_id, r.test_id, r.status, r.flaky, r.first_status,
           round(r.duration_ms::float8 * 1000)::bigint as us,
           case when r.flaky and r.attempt_spans is not null then (
             select coalesce(sum(round((span ->> 1)::float8 * 1000)), 0)::bigint
               from jsonb_array_elements(r.attempt_spans) with ordinality as spans (span, n)
              where n < jsonb_array_length(r.attempt_spans)) else 0 end as flaky_us,
           r.status in ('failed', 'error') and exists (
             select from quarantine q
              where q.project_id = ${opaqueProjectId(counting.projectId)} and q.test_id = any(${namesOf(counting.projectId, sql`r.test_id`)}) and q.kind = 'quarantine'
                and ${holdsAt(sql`n.started_at`)}) as quarantined
      from ${standingResults(counting)} r
      join run n on n.project_id = ${opaqueProjectId(counting.projectId)} and n.id = r.run_id
     where r.status in ('passed', 'failed', 'error', 'skipped'))`;
}

/** Replaces these runs' counts per owner. */
export async function enterOwners(transaction: Db, counting: Counting): Promise<void> {
  const { projectId, runIds } = counting;
  await sql`
    delete from run_owner where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[])
  `.execute(transaction);
  await sql`
    insert into run_owner (project_id, run_id, owner, total, passed, failed, skipped, flaky, first_passed, quarantined, flaky_us)
    select r.project_id, r.run_id, t.owner, count(*), count(*) filter (where r.status = 'passed'),
           count(*) filter (where r.status in ('failed', 'error')), count(*) filter (where r.status = 'skipped'),
           count(*) filter (where r.flaky), count(*) filter (where r.first_status = 'passed'),
           count(*) filter (where r.quarantined), sum(r.flaky_us)
      from ${resultsOf(counting)} r
      join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = r.test_id
     where t.owner is not null
     group by r.project_id, r.run_id, t.owner
  `.execute(transaction);
}

/** Selects the results that are counted per test and day, with the day and the series of their run. */
function countedResults(counting: Counting): RawBuilder<unknown> {
  return sql`
    select r.test_id, r.run_id, r.status, r.flaky, r.us, r.flaky_us, c.started_at, (c.started_at at time zone 'UTC')::date as day, c.series_id, c.label_set_id
      from ${resultsOf(counting)} r
      join counted_run c on c.project_id = ${opaqueProjectId(counting.projectId)} and c.run_id = r.run_id`;
}

/**
 * Maximum number of label sets (tags and facts) per test, series and day. Keeps the latest if there are more, for example because a fact differs in
 * each run.
 */
const maxLabelSets = 200;

/** Adds the rows `counted` (see `countedResults`) to the days of the tests, or subtracts them. Ordered by test, so that two statements cannot deadlock. */
function moveTestDays(projectId: number, sign: "" | "-"): RawBuilder<unknown> {
  const minus = sql.raw(sign);
  return sql`
    insert into test_day as d (project_id, test_id, day, series_id, passed, failed, skipped, flaky, timed, duration_us, flaky_us, label_sets)
    select ${projectId}::bigint, test_id, day, series_id,
           ${minus}count(*) filter (where status = 'passed'), ${minus}count(*) filter (where status in ('failed', 'error')),
           ${minus}count(*) filter (where status = 'skipped'), ${minus}count(*) filter (where flaky),
           ${minus}count(us) filter (where status <> 'skipped'), ${minus}coalesce(sum(us) filter (where status <> 'skipped'), 0),
           ${minus}sum(flaky_us), array_agg(distinct label_set_id) filter (where label_set_id is not null)
      from counted group by test_id, day, series_id order by test_id, day, series_id
    on conflict (project_id, test_id, day, series_id) do update
       set passed = d.passed + excluded.passed, failed = d.failed + excluded.failed, skipped = d.skipped + excluded.skipped,
           flaky = d.flaky + excluded.flaky, timed = d.timed + excluded.timed, duration_us = d.duration_us + excluded.duration_us,
           flaky_us = d.flaky_us + excluded.flaky_us,
           label_sets = case when excluded.label_sets is null or excluded.label_sets <@ d.label_sets then d.label_sets
                             else (excluded.label_sets || array(select s from unnest(d.label_sets) as s where s <> all(excluded.label_sets)))[1:${sql.lit(maxLabelSets)}] end`;
}

/** Subtracts the results from the days of their tests. */
export async function leaveTestDays(transaction: Db, counting: Counting): Promise<void> {
  await sql`
    with counted as materialized (${countedResults(counting)})
    ${moveTestDays(counting.projectId, "-")}
  `.execute(transaction);
}

/** Selects the tests of the results, for `lockTests`. */
export function testsOf(counting: Counting): RawBuilder<unknown> {
  return counting.tests === undefined
    ? sql`select test_id from ${standingResults(counting)} r`
    : sql`select unnest(${numbers(counting.tests)}::bigint[])`;
}

interface Entering {
  /** Run that must be counted completely before lists show its new tests; `null` to show them immediately. */
  readonly enteredBy: number | null;
  /** Batch of the runs; `null` if they are counted completely. */
  readonly batch: number | null;
  /** Determines which executions are in the period of the project's rule. */
  readonly now: Date;
}

/** Adds results to the days and the activity of their tests. The caller must hold the lock of the trends' revision. */
export async function enterTests(
  transaction: Db,
  counting: Counting,
  { enteredBy, batch, now }: Entering,
): Promise<void> {
  const { projectId, runIds } = counting;
  const { windowDays } = await flakinessRuleOf(transaction, projectId);
  const { since, until } = windowOf(windowDays, now);
  const { rows: starts } = await sql<{ first: Date; last: Date }>`
    select min(started_at) as first, max(started_at) as last from counted_run
     where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[])
  `.execute(transaction);
  const { first = now, last = now } = starts[0] ?? {};
  // A separate statement takes the locks, so that the next one sees what other transactions have committed.
  await lockTests(transaction, projectId, testsOf(counting));
  // A healthy test without contrary evidence is not evaluated each time it passes. Only its executions are added.
  const needsEvaluation = sql`(not s.settled or coalesce(s.counts_until < ${dayOf(now)}, true) or s.state_since >= ${first}
    or s.counts_until - ${windowDays}::integer > ${dayOf(first)} or ${last >= until}::boolean)`;
  await sql`
    with counted as materialized (
      ${countedResults(counting)}
    ), days as (
      ${moveTestDays(projectId, "")}
    ), tests as materialized (
      select test_id, min(day) as first_day, max(day) as last_day,
             (array_agg(series_id order by started_at desc, run_id desc))[1] as series_id,
             (array_agg(run_id order by started_at desc, run_id desc))[1] as last_run_id,
             count(*) filter (where status = 'passed' and started_at >= ${since} and started_at < ${until}) as executions,
             bool_or(flaky or status in ('failed', 'error')) as is_telling
        from counted group by test_id order by test_id
    ), known as materialized (
      select t.*, s.test_id is null as is_new, s.entered_by,
             t.is_telling or coalesce(${needsEvaluation}, true)
               or exists (select from test_alias where project_id = ${opaqueProjectId(projectId)} and test_id = t.test_id) as needs_evaluation
        from tests t
        left join lateral (
          select * from test_state where project_id = ${opaqueProjectId(projectId)} and test_id = t.test_id offset 0) s on true
    ), states as (
      insert into test_state (project_id, test_id, entered_by)
      select ${projectId}, test_id, ${enteredBy}::bigint from known where is_new order by test_id
    ), listed as (
      update test_state s set entered_by = null
        from known k
       where s.project_id = ${opaqueProjectId(projectId)} and s.test_id = k.test_id and k.entered_by is not null and ${enteredBy}::bigint is null
    )
    insert into test_activity as a (project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, batch)
    select ${projectId}, test_id, first_day, last_day, series_id, last_run_id, executions, needs_evaluation, ${batch}::bigint
      from known order by test_id
    on conflict (project_id, test_id) do update
       set first_day = least(a.first_day, excluded.first_day), last_day = greatest(a.last_day, excluded.last_day),
           series_id = case when excluded.last_day >= a.last_day then excluded.series_id else a.series_id end,
           last_run_id = case when excluded.last_day >= a.last_day then excluded.last_run_id else a.last_run_id end,
           executions = least(a.executions + excluded.executions, ${sql.lit(maxExecutions)}), dirty = a.dirty or excluded.dirty,
           durations_day = case when excluded.first_day < a.durations_day then null else a.durations_day end,
           batch = coalesce(excluded.batch, a.batch)
  `.execute(transaction);
}
