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

/** How many tests of a run stand in several of these uploads: what one told counts as an earlier attempt of the other's. */
export async function testsToldTwice(
  db: Db,
  projectId: number,
  runId: number,
  uploadIds: readonly number[],
): Promise<number> {
  if (uploadIds.length < 2) return 0;
  const these = sql`any(${numbers(uploadIds)}::bigint[])`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct test_id)::integer as count from result
     where project_id = ${projectId} and run_id = ${runId} and superseded_by = ${these} and upload_id = ${these}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
