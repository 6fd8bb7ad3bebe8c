import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Windows that have ended and are deleted with each attempt, so that the table does not grow. */
const deletedPerAttempt = 10;

export interface AttemptWindow {
  readonly calls: number;
  readonly endsAt: Date;
}

/** Counts an attempt, and returns its time window, which starts with the first attempt. */
export async function countAttempt(
  db: Db,
  {
    limit,
    key,
    windowMs,
    now,
  }: { readonly limit: string; readonly key: string; readonly windowMs: number; readonly now: Date },
): Promise<AttemptWindow> {
  await sql`
    delete from attempt_window
    where (limit_name, key_hash) in (
      select limit_name, key_hash from attempt_window where ends_at <= ${now} order by ends_at
      limit ${deletedPerAttempt} for update skip locked
    )`.execute(db);
  const { rows } = await sql<AttemptWindow>`
    insert into attempt_window as known (limit_name, key_hash, calls, ends_at)
    values (${limit}, ${hashOf(key)}, 1, ${new Date(now.getTime() + windowMs)})
    on conflict (limit_name, key_hash) do update set
      calls = case when known.ends_at > ${now} then known.calls + 1 else 1 end,
      ends_at = case when known.ends_at > ${now} then known.ends_at else excluded.ends_at end
    returning calls, ends_at as "endsAt"`.execute(db);
  return rows[0] as AttemptWindow;
}

export async function forgetAttempts(db: Db, limit: string, key: string): Promise<void> {
  await sql`delete from attempt_window where limit_name = ${limit} and key_hash = ${hashOf(key)}`.execute(db);
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
