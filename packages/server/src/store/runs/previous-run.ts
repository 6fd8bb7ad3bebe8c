import type { BaseRun } from "@plumb/contract/runs/compare.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** How far back a run of the same branch is looked for, so that the question costs the same in every project. */
const lookBack = 500;

/**
 * The run that a run is compared with: the latest earlier one of its suite and environment that completed or failed, of the
 * same branch if one is near, else of any; null if there is none. Interrupted runs are passed over: what they lack is no
 * news.
 */
export async function previousRun(db: Db, projectId: number, runId: number): Promise<BaseRun | null> {
  const { rows } = await sql<{ id: number; number: number; startedAt: Date; branch: string | null }>`
    select last.id, last.number, last.started_at as "startedAt", last.branch
      from run r
     cross join lateral (
             select id, number, started_at, branch
               from run
              where project_id = ${projectId} and suite = r.suite and environment = r.environment
                and status in ('completed', 'failed') and (started_at, id) < (r.started_at, r.id)
              order by started_at desc, id desc
              limit ${lookBack}) last
     where r.project_id = ${projectId} and r.id = ${runId}
     order by last.branch is not distinct from r.branch desc, last.started_at desc, last.id desc
     limit 1
  `.execute(db);
  return rows.map(({ startedAt, ...run }) => ({ ...run, startTime: startedAt.toISOString() }))[0] ?? null;
}
