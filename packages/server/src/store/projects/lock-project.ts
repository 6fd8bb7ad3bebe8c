import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Locks a project until the transaction ends. Returns false if it does not exist or is being deleted. */
export async function lockProject(transaction: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select from project where id = ${projectId} and status <> 'deleting' for no key update
  `.execute(transaction);
  return rows.length > 0;
}
