import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** True where these uploads ran tests again that a live source of the run had told of to their ends. */
export async function runsAgainWhatWasTold(
  db: Db,
  projectId: number,
  runId: number,
  uploadIds: readonly number[],
): Promise<boolean> {
  // Most runs have no live source, and then no result is looked at.
  const { rows } = await sql<{ again: boolean }>`
    with live as materialized (
      select id from upload where project_id = ${projectId} and run_id = ${runId} and kind = 'live'
    )
    select case when exists (select from live) then exists (
             select from result
              where project_id = ${projectId} and run_id = ${runId} and superseded_by = any(${numbers(uploadIds)}::bigint[])
                and upload_id in (select id from live) and status not in ('announced', 'running')) else false end as again
  `.execute(db);
  return rows[0]?.again === true;
}
