import type { Account, AccountChange } from "@plumb/contract/people/users.ts";
import { sql } from "kysely";
import { avatarUrl } from "#store/sql/avatars.ts";
import type { Db } from "#store/db.ts";

interface AccountRow extends Omit<Account, "createdAt" | "lastSeenAt"> {
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

const columns = sql.raw(`
  a.id, a.username, a.email, a.display_name as "displayName", a.name, a.role, a.status, a.created_at as "createdAt",
  a.last_seen_at as "lastSeenAt", a.timezone, ${avatarUrl},
  coalesce((
    select json_agg(json_build_object('id', p.id, 'name', p.name, 'role', m.role) order by lower(p.name))
      from membership m
      join project p on p.id = m.project_id
     where m.user_id = a.id and p.status <> 'deleting'), '[]'::json) as projects`);

function present(row: AccountRow): Account {
  return { ...row, createdAt: row.createdAt.toISOString(), lastSeenAt: row.lastSeenAt?.toISOString() ?? null };
}

/** Returns a page of accounts after the address `after`, sorted by address in lower case. */
export async function accountPage(
  db: Db,
  page: { search: string; status: Account["status"] | undefined; after: string | undefined; limit: number },
): Promise<Account[]> {
  const after = page.after === undefined ? sql`true` : sql`lower(a.email) > ${page.after}`;
  const status = page.status === undefined ? sql`true` : sql`a.status = ${page.status}`;
  const { rows } = await sql<AccountRow>`
    select ${columns}
      from user_account a
     where ${after} and ${status}
       and strpos(lower(concat_ws(' ', a.email, a.username, a.display_name, a.name)), lower(${page.search})) > 0
     order by lower(a.email)
     limit ${page.limit}
  `.execute(db);
  return rows.map(present);
}

async function accountById(db: Db, userId: number): Promise<Account | null> {
  const { rows } = await sql<AccountRow>`select ${columns} from user_account a where a.id = ${userId}`.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/**
 * Changes role and status. Deactivation ends the sessions. Returns `last-admin` if no administrator would remain; the transaction must then be rolled
 * back. Locks the accounts, so that two administrators cannot remove each other.
 */
export async function changeAccount(
  transaction: Db,
  userId: number,
  change: AccountChange,
  now: Date,
): Promise<Account | "gone" | "last-admin"> {
  await sql`lock table user_account in share row exclusive mode`.execute(transaction);
  const before = await accountById(transaction, userId);
  if (before === null) return "gone";
  const next = { ...before, role: change.role ?? before.role, status: change.status ?? before.status };
  await sql`
    update user_account set role = ${next.role}, status = ${next.status} where id = ${userId}
  `.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    select id from user_account where role = 'ADMIN' and status = 'active' limit 1
  `.execute(transaction);
  if (rows.length === 0) return "last-admin";
  if (next.status === "deactivated") {
    await sql`delete from session where user_id = ${userId}`.execute(transaction);
    // A link that was sent before must not be valid when the account is activated again.
    await sql`
      update password_reset set expires_at = least(expires_at, ${now}::timestamptz) where user_id = ${userId} and used_at is null
    `.execute(transaction);
  }
  return next;
}
