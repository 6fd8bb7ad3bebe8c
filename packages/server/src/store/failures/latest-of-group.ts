import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** A failure of a cause, with what a description needs. */
export interface LatestFailure {
  readonly resultId: number;
  readonly runId: number;
  readonly test: string;
  readonly owner: string | null;
  readonly hasScreenshot: boolean;
}

/** Returns the tests that failed with a cause, with the latest failure of each; most recent first. Reads at most the last 500 failures. */
export async function latestFailuresOf(
  db: Db,
  projectId: number,
  { groupId, limit }: { groupId: number; limit: number },
): Promise<LatestFailure[]> {
  const { rows } = await sql<LatestFailure>`
    with recent as (
      select f.test_id, f.run_id, f.result_id, f.failed_at from failure_signature s
        join failure f on f.project_id = s.project_id and f.signature_id = s.id
       where s.project_id = ${projectId} and s.group_id = ${groupId} and not f.gone
       order by f.failed_at desc limit 500
    ), latest as (
      select distinct on (test_id) * from recent order by test_id, failed_at desc
    )
    select l.result_id as "resultId", l.run_id as "runId",
           array_to_string(t.title_path, ' › ') || case when t.variant = '' then '' else ' [' || t.variant || ']' end as test, t.owner,
           exists (select from artifact a where a.project_id = ${projectId} and a.run_id = l.run_id and a.result_id = l.result_id
                      and a.kind = 'screenshot') as "hasScreenshot"
      from latest l join test t on t.project_id = ${projectId} and t.id = l.test_id
     order by l.failed_at desc limit ${limit}
  `.execute(db);
  return rows;
}
