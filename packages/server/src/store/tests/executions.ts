import type { Execution } from "@plumb/analysis/flakiness/evaluate-test.ts";
import { placeTraits } from "@plumb/analysis/executions/place.ts";
import { type FlakinessRule, fewestForMostlyRed } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of executions of a test to read, latest first. A test may run 100,000 times in a day. */
export const maxExecutions = 500;
const dayMs = 86_400_000;

/** Tools that report several results with the same name only if tests are repeated intentionally: `--repeat-each`, `-count`. */
export const repeatingFrameworks = ["playwright", "go"];

export interface ExecutionWindow {
  readonly projectId: number;
  readonly rule: FlakinessRule;
  readonly now: Date;
}

interface ExecutionRow extends Omit<Execution, "at"> {
  readonly testId: number;
  readonly at: Date;
  readonly lookedAt: number;
}

/** Executions of a test in the period. */
export interface TestExecutions {
  readonly executions: readonly Execution[];
  /** True if there are more executions than `maxExecutions`. */
  readonly isCut: boolean;
  /** True if some executions are later than the period because of a wrong clock. They will enter the period over time. */
  readonly hasLater: boolean;
}

/** Returns a period of full days in UTC: `windowDays` days before today, today and tomorrow. */
export function windowOf(windowDays: number, now: Date): { readonly since: Date; readonly until: Date } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { since: new Date(today - windowDays * dayMs), until: new Date(today + 2 * dayMs) };
}

/**
 * Returns the executions of tests in the period of the rule, by test, including those under earlier names. Only includes counted runs, because
 * counting adds its own executions to the number that the evaluation stores. Excludes runs that start after the period because of a wrong clock.
 */
export async function executionsOf(
  db: Db,
  { projectId, rule, now }: ExecutionWindow,
  testIds: readonly number[],
): Promise<Map<number, TestExecutions>> {
  const { since, until } = windowOf(rule.windowDays, now);
  // Each result looks up its run. In a join, old statistics could make the planner read all results again for each run.
  const { rows } = await sql<ExecutionRow>`
    with first as materialized (
      select coalesce(min(id), 0) as run_id from run where project_id = ${opaqueProjectId(projectId)} and started_at >= ${since}
    ), wanted as (
      select id as test_id, id as known_as from unnest(${numbers(testIds)}::bigint[]) as given (id)
       union all
      select same_as_id, test_id from test_alias where project_id = ${projectId} and same_as_id = any(${numbers(testIds)}::bigint[])
    )
    select w.test_id as "testId", r.run_id as "runId", n.started_at as at, r.looked_at as "lookedAt", r.occurrence,
           n.framework = any(${texts(repeatingFrameworks)}::text[]) as "isRepeat",
           case when r.status = 'error' then 'failed' else r.status end as outcome, r.flaky as retried,
           n.suite || ' ' || n.environment || coalesce((
             select string_agg(' ' || fact, '' order by fact) from unnest(n.facts) as own (fact)
              where split_part(fact, '=', 1) = any(${texts([...placeTraits])}::text[])), '') as lane, coalesce(n.branch, '') as branch, n.commit_sha as commit,
           case when f.incident_id is not null then 'outage'
                when n.partial is null and n.total - n.skipped >= ${fewestForMostlyRed}
                     and 100 * (n.failed + n.errored) >= ${rule.mostlyRedAt} * (n.total - n.skipped)
                     and r.status in ('failed', 'error') then 'mostly_red' end as "leftOut",
           case when r.flaky and r.attempt_spans is not null then (
             select coalesce(sum((span ->> 1)::float8), 0)
               from jsonb_array_elements(r.attempt_spans) with ordinality as spans (span, n)
              where n < jsonb_array_length(r.attempt_spans)) else 0 end as "lostMs"
      from wanted w
     cross join lateral (
             select latest.*, (count(*) over ())::integer as looked_at
               from (select * from result
                      where project_id = ${opaqueProjectId(projectId)} and test_id = w.known_as and run_id >= (select run_id from first)
                      order by run_id desc, occurrence desc, generation desc
                      limit ${maxExecutions}
                     offset 0) latest) r
     cross join lateral (
             select * from run where project_id = ${opaqueProjectId(projectId)} and id = r.run_id offset 0) n
      left join failure f on f.project_id = ${opaqueProjectId(projectId)} and f.run_id = r.run_id and f.result_id = r.id and not f.gone
     where r.superseded_by is null and r.status in ('passed', 'failed', 'error', 'skipped')
       and n.status <> 'running' and n.counted_day is not null and n.removed_at is null and n.started_at >= ${since}
     order by n.started_at, r.run_id, r.occurrence
  `.execute(db);
  const byTest = Map.groupBy(rows, ({ testId }) => testId);
  return new Map(testIds.map((id) => [id, inWindow(byTest.get(id) ?? [], until)]));
}

function inWindow(rows: readonly ExecutionRow[], until: Date): TestExecutions {
  const inTime = rows.filter(({ at }) => at < until);
  return {
    executions: inTime.map(({ testId: _testId, lookedAt: _lookedAt, at, ...execution }) => ({
      ...execution,
      at: at.getTime(),
    })),
    isCut: rows.some(({ lookedAt }) => lookedAt === maxExecutions),
    hasLater: inTime.length < rows.length,
  };
}
