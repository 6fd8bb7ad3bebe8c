import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Holds runs until the transaction ends: before their uploads, and in the order of their ids, so that nobody waits in a circle. */
export async function holdRuns(transaction: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await sql`
    select from run where project_id = ${projectId} and id = any(${runIds}::bigint[]) order by id for no key update
  `.execute(transaction);
}
