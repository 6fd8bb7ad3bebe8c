import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
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

/** Returns the ids of the tests of some owners. */
export async function testsOfOwners(db: Db, projectId: number, owners: readonly string[]): Promise<Set<number>> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select json_agg(id) as ids from test where project_id = ${projectId} and owner = any(${texts(owners)}::text[])
  `.execute(db);
  return new Set(rows[0]?.ids ?? []);
}
