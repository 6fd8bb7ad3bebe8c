import { sql } from "kysely";
import type { Db } from "#store/db.ts";

export interface PasswordReset {
  readonly id: number;
  readonly userId: number;
  readonly email: string;
  readonly expiresAt: Date;
  /** `withdrawn`: its creator is no longer an active administrator. */
  readonly state: "open" | "used" | "expired" | "withdrawn";
}

/** True if link `r` has no creator, because the account's owner requested it, or if its creator is still an active administrator. */
const makerIsAdmin = sql.raw(`(r.created_by is null or exists (
  select 1 from user_account maker
   where maker.id = r.created_by and maker.role = 'ADMIN' and maker.status = 'active'))`);

/** Returns an active account by its id or by its address, ignoring case. */
export async function accountToReset(
  db: Db,
  by: { readonly userId: number } | { readonly email: string },
): Promise<{ id: number; email: string; timezone: string } | null> {
  const which = "userId" in by ? sql`id = ${by.userId}` : sql`lower(email) = lower(${by.email})`;
  const { rows } = await sql<{ id: number; email: string; timezone: string }>`
    select id, email, timezone from user_account where ${which} and status = 'active'
  `.execute(db);
  return rows[0] ?? null;
}

export async function createPasswordReset(
  transaction: Db,
  options: {
    userId: number;
    /** The administrator who created it; `null` if the account's owner requested it by mail. */
    createdBy: number | null;
    tokenHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await sql`
    insert into password_reset (user_id, created_by, token_hash, created_at, expires_at)
    values (${options.userId}, ${options.createdBy}, ${options.tokenHash}, ${options.now}, ${options.expiresAt})
  `.execute(transaction);
}

/** Returns the reset of a link; `null` if the link never existed or its account is deactivated. */
export async function passwordResetByHash(db: Db, tokenHash: Buffer, now: Date): Promise<PasswordReset | null> {
  const { rows } = await sql<PasswordReset>`
    select r.id, r.user_id as "userId", a.email, r.expires_at as "expiresAt",
           case when r.used_at is not null then 'used'
                when r.expires_at <= ${now}::timestamptz then 'expired'
                when not ${makerIsAdmin} then 'withdrawn'
                else 'open' end as state
      from password_reset r
      join user_account a on a.id = r.user_id
     where r.token_hash = ${tokenHash} and a.status = 'active'
  `.execute(db);
  return rows[0] ?? null;
}

/** Marks an open link as used. Only one of two concurrent requests gets true. */
export async function usePasswordReset(transaction: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update password_reset r set used_at = ${now}
     where id = ${id} and used_at is null and expires_at > ${now} and ${makerIsAdmin}
    returning id
  `.execute(transaction);
  return rows.length > 0;
}

/** Expired links are kept for a month, so that their page can explain why they fail. */
export async function deleteOldPasswordResets(db: Db, now: Date): Promise<void> {
  await sql`delete from password_reset where expires_at < ${now}::timestamptz - interval '30 days'`.execute(db);
}
