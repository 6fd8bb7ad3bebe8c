import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** The revision of a run, which changes with its results; `null` if the run does not exist. For the statement that reads the results. */
export function runRevision(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`(select revision from run where project_id = ${projectId} and id = ${runId})`;
}

/** Reads the revision of a run; `null` if the run does not exist. */
export async function currentRunRevision(db: Db, projectId: number, runId: number): Promise<number | null> {
  const { rows } = await sql<{ revision: number | null }>`
    select ${runRevision(projectId, runId)} as revision
  `.execute(db);
  return rows[0]?.revision ?? null;
}
