import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

export interface CommitRow {
  readonly runId: number;
  readonly number: number;
  readonly commit: string | null;
  readonly at: Date;
}

/** Returns counted runs by id, including those whose report was deleted. */
export async function countedRunsById(
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, CommitRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CommitRow>`
    select run_id as "runId", number, commit_sha as "commit", started_at as at from counted_run
     where project_id = ${projectId} and run_id = any(${numbers(ids)}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.runId, row]));
}
