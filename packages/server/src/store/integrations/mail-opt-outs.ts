import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Stops emails from a project's connections to an address. */
export async function addMailOptOut(
  transaction: Db,
  { projectId, address, now }: { projectId: number; address: string; now: Date },
): Promise<void> {
  await sql`
    insert into mail_opt_out (project_id, address, created_at) values (${projectId}, ${address.toLowerCase()}, ${now})
    on conflict do nothing
  `.execute(transaction);
}

/** Returns the addresses that have unsubscribed, in lower case. */
export async function mailOptOutsAmong(db: Db, projectId: number, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from mail_opt_out
     where project_id = ${projectId} and address = any(${addresses.map((address) => address.toLowerCase())}::text[])
     order by address
  `.execute(db);
  return rows.map(({ address }) => address);
}
