import type { SeenCause } from "@plumb/analysis/failures/failing-state.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { everyProject } from "#store/sql/every-project.ts";

/** A cause of failures in some runs, with the number of its failed tests. */
export interface CountedCause extends Omit<SeenCause, "isPresent"> {
  readonly groupId: number;
  readonly tests: number;
}

export interface FailingCause extends CountedCause {
  /** At most `maxTests` of the tests. */
  readonly testIds: readonly number[];
  /** Those of the runs that have the cause, with the most tests first. */
  readonly runIds: readonly number[];
}

/** First and last occurrence of group `d`, as in `failure-index.ts`. */
const spanOfGroup = (project: RawBuilder<unknown>) => sql`
  select (extract(epoch from min(o.first_seen)) * 1000)::float8 as "firstSeen",
         (array_agg((o.first_run ->> 'id')::bigint order by o.first_seen, o.id))[1] as "firstRunId",
         (array_agg((o.last_run ->> 'id')::bigint order by o.last_seen desc, o.id))[1] as "lastRunId",
         (select json_build_object('runId', b.id, 'at', extract(epoch from b.started_at) * 1000)
            from failure_group g join run b on b.project_id = ${project} and b.id = g.regressed_run_id and b.removed_at is null
           where g.project_id = ${project} and g.id = d.group_id) as "cameBack"
    from failure_signature o
   where o.project_id = ${project} and o.group_id = d.group_id`;

/** Returns the causes of the failures in these runs, without failures that have no error. */
export async function causesOfRuns(
  db: Db,
  projectId: number,
  { runIds, maxTests }: { readonly runIds: readonly number[]; readonly maxTests: number },
): Promise<FailingCause[]> {
  if (runIds.length === 0) return [];
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<FailingCause>`
    with found as materialized (
      select s.group_id, f.run_id, f.test_id
        from failure f
        join failure_signature s on s.project_id = ${project} and s.id = f.signature_id
       where f.project_id = ${project} and f.run_id = any(${numbers(runIds)}::bigint[]) and not f.gone and not f.flaky
       group by 1, 2, 3
    ), d as materialized (
      select group_id, count(distinct test_id)::integer as tests, (array_agg(distinct test_id))[:${maxTests}::integer] as test_ids
        from found group by 1
    )
    select d.group_id as "groupId", d.tests, to_json(d.test_ids) as "testIds",
           (select json_agg(run_id order by tests desc, run_id)
              from (select run_id, count(*) as tests from found where found.group_id = d.group_id group by run_id) r) as "runIds",
           span.*
      from d cross join lateral (${spanOfGroup(project)}) span
  `.execute(db);
  return rows;
}

/** Runs of a project. */
export interface ProjectRuns {
  readonly projectId: number;
  readonly runIds: readonly number[];
}

/** Returns the causes of `causesOfRuns` without their tests and runs, by project, with one statement. */
export async function causesOfProjects(
  db: Db,
  projects: readonly ProjectRuns[],
): Promise<ReadonlyMap<number, readonly CountedCause[]>> {
  const failing = projects.filter(({ runIds }) => runIds.length > 0);
  if (failing.length === 0) return new Map();
  const project = sql`each.project_id`;
  const { rows } = await sql<CountedCause & { projectId: number }>`
    select each.project_id as "projectId", c.*
      from ${everyProject}
     cross join lateral (
       select d.group_id as "groupId", d.tests, span.*
         from (select s.group_id, count(distinct f.test_id)::integer as tests
                 from failure f
                 join failure_signature s on s.project_id = ${project} and s.id = f.signature_id
                where f.project_id = ${project} and f.run_id = any(${numbers(failing.flatMap(({ runIds }) => runIds))}::bigint[])
                  and not f.gone and not f.flaky
                group by 1) d
        cross join lateral (${spanOfGroup(project)}) span
     ) c
     where each.project_id = any(${numbers(failing.map(({ projectId }) => projectId))}::bigint[])
  `.execute(db);
  return Map.groupBy(rows, ({ projectId }) => projectId);
}

type RunOfProject = readonly [projectId: number, runId: number];

function pairsOf(projects: readonly ProjectRuns[]): RunOfProject[] {
  return projects.flatMap(({ projectId, runIds }) => runIds.map((runId) => [projectId, runId] as const));
}

const runsOfProjects = (runs: readonly RunOfProject[]) => sql`
  unnest(${numbers(runs.map(([projectId]) => projectId))}::bigint[], ${numbers(runs.map(([, runId]) => runId))}::bigint[]) as r (project_id, run_id)`;

/** Returns the owner with the most failed tests in these runs by project, without projects that have none. */
export async function mostFailingOwners(
  db: Db,
  projects: readonly ProjectRuns[],
): Promise<ReadonlyMap<number, { readonly owner: string; readonly failures: number }>> {
  const runs = pairsOf(projects);
  if (runs.length === 0) return new Map();
  const { rows } = await sql<{ projectId: number; owner: string; failures: number }>`
    select distinct on (project_id) project_id as "projectId", owner, failures
      from (select o.project_id, o.owner, sum(o.failed)::integer as failures
              from ${runsOfProjects(runs)} join run_owner o on o.project_id = r.project_id and o.run_id = r.run_id
             where o.failed > 0
             group by 1, 2) each_owner
     order by project_id, failures desc, owner
  `.execute(db);
  return new Map(rows.map(({ projectId, owner, failures }) => [projectId, { owner, failures }]));
}

/** Returns those of the runs whose failures are grouped by cause. */
export async function groupedRuns(db: Db, projectId: number, runIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from run where project_id = ${projectId} and id = any(${numbers(runIds)}::bigint[]) and gathered_version is not null
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the causes of a run's failures, those with most failures first. Empty until the failures are collected. */
export async function largestCausesOfRun(
  db: Db,
  projectId: number,
  { runId, limit }: { readonly runId: number; readonly limit: number },
): Promise<number[]> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<{ groupId: number }>`
    select s.group_id as "groupId"
      from failure f
      join failure_signature s on s.project_id = ${project} and s.id = f.signature_id and s.group_id is not null
     where f.project_id = ${project} and f.run_id = ${runId} and not f.gone and not f.flaky
     group by s.group_id
     order by count(*) desc, s.group_id
     limit ${limit}
  `.execute(db);
  return rows.map(({ groupId }) => groupId);
}
