import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Projects with metrics of their own. Each adds several time series to the monitoring system. */
export const maxProjects = 200;

export interface ProjectMetric {
  readonly id: number;
  readonly name: string;
  /** Received, also of deleted reports. */
  readonly runs: number;
  /** Includes deleted reports, but not runs that are not counted yet. */
  readonly results: number;
  readonly failures: number;
  readonly flakyTests: number;
  readonly brokenTests: number;
}

/** Returns the projects with the latest runs, and the number of the others. */
export async function projectMetrics(db: Db): Promise<{ projects: ProjectMetric[]; leftOut: number }> {
  const { rows } = await sql<{ id: number; name: string; runs: number; all: number }>`
    select p.id, p.name, coalesce(c.last_number, 0)::float8 as runs, count(*) over ()::integer as "all"
      from project p
      left join run_counter c on c.project_id = p.id
      left join (select project_id, max(started_at) as at from suite_state group by project_id) s on s.project_id = p.id
     where p.status <> 'deleting'
     order by s.at desc nulls last, p.id limit ${maxProjects}
  `.execute(db);
  const ids = numbers(rows.map(({ id }) => id));
  const counted = await countedResults(db, ids);
  const unstable = await unstableTests(db, ids);
  const projects = rows.map(({ id, name, runs }) => ({
    id,
    name,
    runs,
    ...(counted.get(id) ?? { results: 0, failures: 0 }),
    ...(unstable.get(id) ?? { flakyTests: 0, brokenTests: 0 }),
  }));
  return { projects, leftOut: (rows[0]?.all ?? 0) - rows.length };
}

async function countedResults(db: Db, projectIds: string) {
  const { rows } = await sql<{ id: number; results: number; failures: number }>`
    select project_id as id, sum(total)::float8 as results, sum(failed + errored)::float8 as failures
      from run_day where project_id = any(${projectIds}::bigint[]) group by project_id
  `.execute(db);
  return new Map(rows.map(({ id, results, failures }) => [id, { results, failures }]));
}

/** Counts the tests that are flaky or broken now, without the former names of renamed ones. */
async function unstableTests(db: Db, projectIds: string) {
  const { rows } = await sql<{ id: number; flakyTests: number; brokenTests: number }>`
    select s.project_id as id, count(*) filter (where s.state = 'flaky')::float8 as "flakyTests",
           count(*) filter (where s.state = 'broken')::float8 as "brokenTests"
      from test_state s
     where s.project_id = any(${projectIds}::bigint[]) and s.state in ('flaky', 'broken')
       and not exists (select from test_alias a where a.project_id = s.project_id and a.test_id = s.test_id)
     group by s.project_id
  `.execute(db);
  return new Map(rows.map(({ id, flakyTests, brokenTests }) => [id, { flakyTests, brokenTests }]));
}
