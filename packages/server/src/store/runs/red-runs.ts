import { sql } from "kysely";
import type { Db } from "#store/db.ts";

export interface RedRun {
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly total: number;
  /** Failed and errored tests. */
  readonly red: number;
  readonly projectName: string;
}

/** How far back the run before is looked for, so that the question costs the same in every project. */
const lookBack = 500;

/**
 * Claims the right to tell people that a run is red; null if there is nothing to tell. That is so unless the run
 * failed, started since `since`, and is the latest of its suite, environment and branch, and the one before it was green;
 * and unless the project is active and wants notifications. Each run can be claimed once.
 */
export async function claimRedRun(
  transaction: Db,
  run: { projectId: number; runId: number; since: Date; now: Date },
): Promise<RedRun | null> {
  const { rows } = await sql<RedRun>`
    update run r
       set red_noticed_at = ${run.now}
      from project p
     where r.project_id = ${run.projectId} and r.id = ${run.runId}
       and p.id = r.project_id and p.status = 'active' and coalesce((p.settings ->> 'notifications')::boolean, true)
       and r.status = 'failed' and r.red_noticed_at is null and r.started_at >= ${run.since}
       and (select last.status = 'completed' and (last.started_at, last.id) < (r.started_at, r.id)
              from (select id, suite, environment, branch, status, started_at
                      from run
                     where project_id = ${run.projectId}
                     order by started_at desc, id desc
                     limit ${lookBack}) last
             where last.suite = r.suite and last.environment = r.environment and last.branch is not distinct from r.branch
               and last.status in ('completed', 'failed') and last.id <> r.id
             order by last.started_at desc, last.id desc
             limit 1)
    returning r.number, r.suite, r.environment, r.branch, r.total, r.failed + r.errored as red, p.name as "projectName"
  `.execute(transaction);
  return rows[0] ?? null;
}
