import type { Execution } from "@plumb/analysis/flakiness/judge-test.ts";
import { type FlakinessRule, fewestForMostlyRed } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { sql } from "kysely";
import { anyProject } from "#store/any-project.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Executions of one test that are looked at, the latest recorded: a test may run 100,000 times in a day. */
const mostExecutions = 500;
const dayMs = 86_400_000;

export interface ExecutionWindow {
  readonly projectId: number;
  readonly rule: FlakinessRule;
  readonly now: Date;
}

interface ExecutionRow extends Omit<Execution, "at"> {
  readonly testId: number;
  readonly at: Date;
}

/**
 * The executions of tests in the window of the rule, by test, with those that they had under earlier names. Runs that start
 * more than a day from now, by a wrong clock, are none of them.
 */
export async function executionsOf(
  db: Db,
  { projectId, rule, now }: ExecutionWindow,
  testIds: readonly number[],
): Promise<Map<number, Execution[]>> {
  const since = new Date(now.getTime() - rule.windowDays * dayMs);
  const until = new Date(now.getTime() + dayMs);
  const { rows } = await sql<ExecutionRow>`
    with wanted as (
      select id as test_id, id as known_as from unnest(${numbers(testIds)}::bigint[]) as given (id)
       union all
      select same_as_id, test_id from test_alias where project_id = ${projectId} and same_as_id = any(${numbers(testIds)}::bigint[])
    )
    select w.test_id as "testId", r.run_id as "runId", n.started_at as at,
           case when r.status = 'error' then 'failed' else r.status end as outcome, r.flaky as retried,
           n.suite || ' ' || n.environment as lane, coalesce(n.branch, '') as branch, n.commit_sha as commit,
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
             select * from result
              where project_id = ${anyProject(projectId)} and test_id = w.known_as
              order by run_id desc, occurrence desc, generation desc
              limit ${mostExecutions}
             offset 0) r
      join run n on n.project_id = ${projectId} and n.id = r.run_id
      left join failure f on f.project_id = ${anyProject(projectId)} and f.run_id = r.run_id and f.result_id = r.id and not f.gone
     where r.superseded_by is null and r.status in ('passed', 'failed', 'error', 'skipped')
       and n.status <> 'running' and n.removed_at is null and n.started_at >= ${since} and n.started_at < ${until}
     order by n.started_at, r.run_id, r.occurrence
  `.execute(db);
  const byTest = new Map<number, Execution[]>(testIds.map((id) => [id, []]));
  for (const { testId, at, ...execution } of rows) byTest.get(testId)?.push({ ...execution, at: at.getTime() });
  return byTest;
}
