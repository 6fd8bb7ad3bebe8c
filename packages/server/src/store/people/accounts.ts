import type { User } from "@plumb/contract/people/auth.ts";
import { sql } from "kysely";
import { avatarUrl } from "#store/sql/avatars.ts";
import { ownAuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";

interface AccountRow {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly name: string | null;
  readonly role: User["role"];
  readonly createdAt: Date;
  readonly avatarUrl: string | null;
  readonly timezone: string;
}

const account = sql.raw(
  `a.id, a.username, a.email, a.display_name as "displayName", a.name, a.role, a.created_at as "createdAt", a.timezone,
   ${avatarUrl}`,
);

function present(row: AccountRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    displayName: row.displayName,
    name: row.name,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    avatarUrl: row.avatarUrl,
    timezone: row.timezone,
  };
}

export async function accountExists(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from user_account) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/**
 * Returns the active account with this user name or email address, ignoring case. The password hash is `null` for accounts of an identity provider
 * that never set a password.
 */
export async function accountForLogin(
  db: Db,
  name: string,
): Promise<{ user: User; passwordHash: string | null } | null> {
  const { rows } = await sql<AccountRow & { passwordHash: string | null }>`
    select ${account}, a.password_hash as "passwordHash"
      from user_account a
     where (lower(a.username) = lower(${name}) or lower(a.email) = lower(${name})) and a.status = 'active'
     order by lower(a.email) = lower(${name}) desc
     limit 1
  `.execute(db);
  const row = rows[0];
  return row === undefined ? null : { user: present(row), passwordHash: row.passwordHash };
}

/** Creates the account. Returns `null` if its user name or email address is taken. */
export async function createAccount(
  db: Db,
  options: { username: string; email: string; passwordHash: string | null; role: User["role"]; name?: string | null },
): Promise<User | null> {
  const { rows } = await sql<{ id: number }>`
    insert into user_account (username, email, password_hash, role, name)
    values (${options.username}, ${options.email}, ${options.passwordHash}, ${options.role}, ${options.name ?? null})
    on conflict do nothing
    returning id
  `.execute(db);
  return rows[0] === undefined ? null : accountById(db, rows[0].id);
}

/** Returns the active account; `null` if there is none. */
export async function accountById(db: Db, userId: number): Promise<User | null> {
  const { rows } = await sql<AccountRow>`
    select ${account} from user_account a where a.id = ${userId} and a.status = 'active'
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/** Returns the account with this address, ignoring case, whatever its status. */
export async function accountByEmail(db: Db, email: string): Promise<User | null> {
  const { rows } = await sql<AccountRow>`
    select ${account} from user_account a where lower(a.email) = lower(${email})
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

export async function makeAdmin(transaction: Db, userId: number): Promise<void> {
  await sql`update user_account set role = 'ADMIN' where id = ${userId}`.execute(transaction);
}

/**
 * Creates the first account as administrator. Returns `null` if an account already exists, even for the second of two concurrent calls.
 *
 * @param address Address of the request; empty if the server's settings define the account.
 */
export async function createFirstAdmin(
  db: Db,
  options: { username: string; email: string; passwordHash: string },
  address: string,
  now: Date,
): Promise<User | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table user_account in share row exclusive mode`.execute(transaction);
    if (await accountExists(transaction)) return null;
    const user = await createAccount(transaction, { ...options, role: "ADMIN" });
    if (user === null) return null;
    const actor = address === "" ? { id: null, email: "Plumb" } : { id: user.id, email: user.email };
    const detail = { method: address === "" ? "server settings" : "first sign-up", role: user.role };
    await recordAudit(transaction, { ...actor, address, now }, ownAuditEntry("user.created", user, detail));
    return user;
  });
}

export async function createSession(
  db: Db,
  options: { userId: number; tokenHash: Buffer; userAgent: string | null; expiresAt: Date; now: Date },
): Promise<void> {
  await sql`
    with seen as (update user_account set last_seen_at = ${options.now} where id = ${options.userId})
    insert into session (user_id, token_hash, user_agent, created_at, last_used_at, expires_at)
    values (${options.userId}, ${options.tokenHash}, ${options.userAgent}, ${options.now}, ${options.now}, ${options.expiresAt})
  `.execute(db);
}

/** Returns the active account of a valid session. Marks the session as used, at most once a minute. */
export async function sessionUser(db: Db, tokenHash: Buffer, now: Date): Promise<User | null> {
  const { rows } = await sql<AccountRow & { sessionId: number; stale: boolean }>`
    select ${account}, s.id as "sessionId", s.last_used_at < ${now}::timestamptz - interval '1 minute' as stale
      from session s
      join user_account a on a.id = s.user_id
     where s.token_hash = ${tokenHash} and s.expires_at > ${now} and a.status = 'active'
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  if (row.stale) {
    await sql`
      with seen as (update user_account set last_seen_at = ${now} where id = ${row.id})
      update session set last_used_at = ${now} where id = ${row.sessionId}
    `.execute(db);
  }
  return present(row);
}

/** Returns for each token whether it belongs to a valid session of an active account. */
export async function liveSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<boolean[]> {
  const { rows } = await sql<{ tokenHash: Buffer }>`
    select s.token_hash as "tokenHash"
      from session s
      join user_account a on a.id = s.user_id
     where s.token_hash = any(${tokenHashes}::bytea[]) and s.expires_at > ${now} and a.status = 'active'
  `.execute(db);
  const live = new Set(rows.map(({ tokenHash }) => tokenHash.toString("hex")));
  return tokenHashes.map((hash) => live.has(hash.toString("hex")));
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`delete from session where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}`.execute(db);
}
