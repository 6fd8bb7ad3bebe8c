import type { User } from "@plumb/contract/people/auth.ts";
import { sql } from "kysely";
import { accountById } from "./accounts.ts";
import type { Db } from "#store/db.ts";

export interface Holder {
  readonly id: number;
  readonly email: string;
  readonly status: "active" | "deactivated";
}

/** Identity of a user at the identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Returns the account of an identity; `null` before the first sign-in. */
export async function identityHolder(db: Db, { issuer, subject }: Identity): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    select a.id, a.email, a.status
      from identity i
      join user_account a on a.id = i.user_id
     where i.issuer = ${issuer} and i.subject = ${subject}
  `.execute(db);
  return rows[0] ?? null;
}

/** Locks identities for the first sign-in. The second of two concurrent sign-ins then finds the account that the first created. */
export async function lockIdentities(transaction: Db): Promise<void> {
  await sql`lock table identity in share row exclusive mode`.execute(transaction);
}

/**
 * Returns the account with this address, ignoring case. `unproven` is true if it has a password and its owner has never shown that they receive mail
 * at the address. An accepted invitation counts as proof, and administrators are trusted.
 */
export async function accountToLink(
  transaction: Db,
  email: string,
): Promise<(Holder & { readonly unproven: boolean }) | null> {
  const { rows } = await sql<Holder & { unproven: boolean }>`
    select a.id, a.email, a.status,
           a.password_hash is not null and a.role <> 'ADMIN' and not exists (
             select 1 from invitation i where lower(i.email) = lower(a.email) and i.status = 'accepted') as unproven
      from user_account a
     where lower(a.email) = lower(${email})
       for update
  `.execute(transaction);
  return rows[0] ?? null;
}

export async function addIdentity(
  transaction: Db,
  { issuer, subject }: Identity,
  options: { userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into identity (issuer, subject, user_id, created_at)
    values (${issuer}, ${subject}, ${options.userId}, ${options.now})
  `.execute(transaction);
}

/** Stores a code for one sign-in and deletes expired codes. */
export async function createSignInCode(
  db: Db,
  options: { codeHash: Buffer; userId: number; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    with old as (delete from sign_in_code where expires_at <= ${options.now})
    insert into sign_in_code (code_hash, user_id, expires_at)
    values (${options.codeHash}, ${options.userId}, ${options.expiresAt})
  `.execute(db);
}

/** Consumes the code. Returns `null` if it does not exist, has expired, was used by a concurrent request, or belongs to a deactivated account. */
export async function useSignInCode(transaction: Db, codeHash: Buffer, now: Date): Promise<User | null> {
  const { rows } = await sql<{ userId: number }>`
    delete from sign_in_code where code_hash = ${codeHash} and expires_at > ${now} returning user_id as "userId"
  `.execute(transaction);
  return rows[0] === undefined ? null : accountById(transaction, rows[0].userId);
}
