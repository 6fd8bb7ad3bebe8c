import { sql } from "kysely";
import type { TestApp } from "./app.ts";

export async function rowsOf(plumb: TestApp, query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(plumb.context.db)).rows;
}

/** Returns the stored counters and the counters computed from the existing results. */
export async function countersOf(plumb: TestApp) {
  const counted = sql`
    select d.test_id, d.day::text, s.suite, s.environment, s.branch, s.framework, d.passed, d.failed, d.skipped, d.flaky, d.timed,
           d.duration_us, d.flaky_us
      from test_day d join series s on s.project_id = d.project_id and s.id = d.series_id
     order by 1, 2, 3, 4, 5`;
  const raw = sql`
    select r.test_id, ((n.started_at at time zone 'UTC')::date)::text as day, n.suite, n.environment, coalesce(n.branch, '') as branch,
           n.framework, count(*) filter (where r.status = 'passed')::integer as passed,
           count(*) filter (where r.status in ('failed', 'error'))::integer as failed,
           count(*) filter (where r.status = 'skipped')::integer as skipped, count(*) filter (where r.flaky)::integer as flaky,
           count(r.duration_ms) filter (where r.status <> 'skipped')::integer as timed,
           coalesce(sum(round(r.duration_ms::float8 * 1000)::bigint) filter (where r.status <> 'skipped'), 0)::bigint as duration_us,
           sum(case when r.flaky then (select coalesce(sum(round((a ->> 1)::float8 * 1000)), 0)
                                         from jsonb_array_elements(r.attempt_spans - -1) a) else 0 end)::bigint as flaky_us
      from result r join run n on n.project_id = r.project_id and n.id = r.run_id
     where r.superseded_by is null and n.status <> 'running' and r.status in ('passed', 'failed', 'error', 'skipped')
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5`;
  return { counted: await rowsOf(plumb, counted), raw: await rowsOf(plumb, raw) };
}
