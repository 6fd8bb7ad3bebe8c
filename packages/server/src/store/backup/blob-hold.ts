import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Longer than several renewals, so that a slow database does not end a hold. A killed backup delays deletions by this much. */
const holdMinutes = 5;
const renewalMs = 60_000;

/** Stops the deletion of files until it is disposed of. */
export async function holdBlobs(db: Db): Promise<AsyncDisposable> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('blob_hold') is not null as exists
  `.execute(db);
  // The database has not been migrated to this version yet, so no server of this version deletes anything.
  if (found[0]?.exists !== true) return { [Symbol.asyncDispose]: async () => undefined };
  const { rows } = await sql<{ id: number }>`
    insert into blob_hold (expires_at) values (now() + make_interval(mins => ${holdMinutes})) returning id
  `.execute(db);
  const id = rows[0]?.id ?? 0;
  const renew = () =>
    sql`update blob_hold set expires_at = now() + make_interval(mins => ${holdMinutes}) where id = ${id}`.execute(db);
  const timer = setInterval(() => void renew().catch(() => undefined), renewalMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // Also deletes holds of backups that were killed.
      await sql`delete from blob_hold where id = ${id} or expires_at < now()`.execute(db);
    },
  };
}

/**
 * Returns true while a backup needs all files. Look up what can be deleted before calling this: a reference that is removed in between was then
 * removed before the backup's snapshot.
 */
export async function blobsAreHeld(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select 1 from blob_hold where expires_at > now()) as held
  `.execute(db);
  return rows[0]?.held === true;
}
