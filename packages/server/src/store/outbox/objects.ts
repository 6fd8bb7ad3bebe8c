import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { Destination } from "./destinations.ts";

/** Address of an object in another service, as its connector needs it. */
export type ObjectAddress = Readonly<Record<string, string>>;

/** Stores where a delivery created an object. A later object about the same subject replaces it. */
export async function saveObject(
  transaction: Db,
  { projectId, kind, targetId }: Destination,
  options: { subject: string; address: ObjectAddress; now: Date },
): Promise<void> {
  await sql`
    insert into outbox_object (project_id, kind, target_id, subject, address, created_at)
    values (${projectId}, ${kind}, ${targetId}, ${options.subject}, ${JSON.stringify(options.address)}::jsonb, ${options.now})
    on conflict (project_id, kind, target_id, subject) do update
       set address = excluded.address, created_at = excluded.created_at
  `.execute(transaction);
}

/** Forgets the first mails of threads with users that began before a time. Later mails about the same item begin a new thread. */
export async function forgetOldThreads(db: Db, before: Date): Promise<void> {
  await sql`delete from outbox_object where kind = 'mail' and created_at < ${before}`.execute(db);
}

/** Returns the address of the oldest object about one of these subjects; `null` if no delivery created one. */
export async function objectAddress(
  db: Db,
  { projectId, kind, targetId }: Destination,
  ...subjects: readonly string[]
): Promise<ObjectAddress | null> {
  const { rows } = await sql<{ address: ObjectAddress }>`
    select address from outbox_object
     where project_id = ${projectId} and kind = ${kind} and target_id = ${targetId} and subject = any(${texts(subjects)}::text[])
     order by created_at, subject limit 1
  `.execute(db);
  return rows[0]?.address ?? null;
}
