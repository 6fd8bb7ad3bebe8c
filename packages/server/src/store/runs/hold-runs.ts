import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Locks runs until the transaction ends. Runs must be locked by id and before their sources, so that transactions cannot deadlock. */
export async function holdRuns(transaction: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await sql`
    select from run where project_id = ${projectId} and id = any(${runIds}::bigint[]) order by id for no key update
  `.execute(transaction);
}
