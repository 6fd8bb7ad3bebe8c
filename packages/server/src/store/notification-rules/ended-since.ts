import { incidentQuietMs } from "@plumb/analysis/incidents/find-incidents.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/** Maximum number of a cause's tests that must have passed. */
const maxTests = 50;

/** The latest run of the suite, environment and branch of a run. */
export interface LaterRuns {
  readonly runId: number;
  /** Equal for runs of the same suite, environment and branch. */
  readonly series: string;
  readonly hasLater: boolean;
  /** Whether the latest run passed. */
  readonly passed: boolean;
}

export async function laterRuns(db: Db, projectId: number, runIds: readonly number[]): Promise<LaterRuns[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<LaterRuns>`
    select r.id as "runId", r.history_key::text as series, l.id <> r.id as "hasLater",
           l.id <> r.id and l.status = 'completed' and l.failed + l.errored = 0 and l.total > 0 as passed
      from run r
     cross join lateral (
             select p.id, p.status, p.failed, p.errored, p.total from run p
              where p.project_id = ${projectId} and p.suite = r.suite and p.environment = r.environment
                and coalesce(p.branch, '') = coalesce(r.branch, '') and p.status <> 'running' and p.removed_at is null
              order by p.started_at desc, p.id desc limit 1) l
     where r.project_id = ${opaqueProjectId(projectId)} and r.id = any(${numbers(runIds)}::bigint[])
  `.execute(db);
  return rows;
}

interface CauseOfRun {
  readonly runId: number;
  readonly groupId: number;
}

/** Returns the causes whose tests that failed in the run all passed on the first attempt in the latest full run. */
export async function endedCauses(db: Db, projectId: number, causes: readonly CauseOfRun[]): Promise<CauseOfRun[]> {
  if (causes.length === 0) return [];
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<CauseOfRun>`
    select a.run_id as "runId", a.group_id as "groupId"
      from unnest(${numbers(causes.map(({ runId }) => runId))}::bigint[], ${numbers(causes.map(({ groupId }) => groupId))}::bigint[])
        as a (run_id, group_id)
      join run r on r.project_id = ${project} and r.id = a.run_id
     cross join lateral (
             select p.id from run p
              where p.project_id = ${projectId} and p.suite = r.suite and p.environment = r.environment
                and coalesce(p.branch, '') = coalesce(r.branch, '') and p.removed_at is null and p.status in ('completed', 'failed')
                and p.interruption is null and p.partial is null and (p.started_at, p.id) > (r.started_at, r.id)
              order by p.started_at desc, p.id desc limit 1) l
     where (select bool_and(exists (
                     select from result x
                      where x.project_id = ${project} and x.test_id = t.test_id and x.run_id = l.id and x.superseded_by is null
                        and x.status = 'passed' and not x.flaky))
              from (select distinct f.test_id from failure f
                      join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
                     where f.project_id = ${project} and f.run_id = a.run_id and s.group_id = a.group_id and not f.gone and not f.flaky
                     limit ${maxTests}) t)
  `.execute(db);
  return rows;
}

/** Returns the incidents without a failure for two hours. */
export async function endedIncidents(db: Db, projectId: number, ids: readonly number[], now: Date): Promise<number[]> {
  const before = new Date(now.getTime() - incidentQuietMs);
  const { rows } = await sql<{ id: number }>`
    select id from incident where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[]) and ended_at <= ${before}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the tests that are neither flaky nor broken now. */
export async function recoveredTests(db: Db, projectId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select test_id as id from test_state
     where project_id = ${projectId} and test_id = any(${numbers(ids)}::bigint[]) and state not in ('flaky', 'broken')
  `.execute(db);
  return rows.map(({ id }) => id);
}
