import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { sql } from "kysely";
import { type Db, isUniqueViolation } from "#store/db.ts";

interface InvitationRow extends Omit<Invitation, "created_at" | "expires_at" | "accepted_at"> {
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
}

/**
 * True if the creator of invitation `i` could still create it: an active administrator, or an active lead of its project. Checked on every use,
 * because the creator may have been demoted, removed or deactivated since.
 */
const makerMayInvite = sql.raw(`exists (
  select 1 from user_account maker
   where maker.id = i.invited_by and maker.status = 'active'
     and (maker.role = 'ADMIN' or exists (
       select 1 from membership m
        where m.project_id = i.project_id and m.user_id = maker.id and m.role = 'LEAD')))`);

/** Invitations with project, sender and state at a given time, without projects that are being deleted. */
const invitationsAt = (now: Date) => sql`(
  select i.id, i.email, i.token_hash, i.invited_by, i.role as role_key, i.project_role as project_role_key, i.project_id,
         p.name as project_name, i.created_at, i.expires_at, i.accepted_at, a.email as invited_by_email,
         coalesce(a.display_name, a.name) as invited_by_name,
         case when i.status <> 'pending' then i.status
              when i.expires_at <= ${now}::timestamptz then 'expired'
              when not ${makerMayInvite} then 'revoked'
              else 'pending' end as status
    from invitation i
    join user_account a on a.id = i.invited_by
    left join project p on p.id = i.project_id
   where i.project_id is null or p.status <> 'deleting'
) v`;
const columns = sql.raw(
  `v.id, v.email, v.status, v.role_key, v.project_role_key, v.project_id, v.project_name, v.created_at, v.expires_at,
   v.accepted_at, v.invited_by_email, v.invited_by_name`,
);

function present(row: InvitationRow): Invitation {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
  };
}

/** Returns the invitations before the invitation `before`, newest first. `ledBy` limits them to the projects that this account leads. */
export async function invitationList(
  db: Db,
  filter: {
    status: Invitation["status"] | undefined;
    projectId: number | undefined;
    ledBy: number | null;
    before: number | undefined;
    now: Date;
    limit: number;
  },
): Promise<Invitation[]> {
  const status = filter.status === undefined ? sql`true` : sql`v.status = ${filter.status}`;
  const project = filter.projectId === undefined ? sql`true` : sql`v.project_id = ${filter.projectId}`;
  const led =
    filter.ledBy === null
      ? sql`true`
      : sql`v.project_id in (select project_id from membership where user_id = ${filter.ledBy} and role = 'LEAD')`;
  const before = filter.before === undefined ? sql`true` : sql`v.id < ${filter.before}`;
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${invitationsAt(filter.now)}
     where ${status} and ${project} and ${led} and ${before}
     order by v.id desc
     limit ${filter.limit}
  `.execute(db);
  return rows.map(present);
}

export async function invitationById(db: Db, id: number, now: Date): Promise<Invitation | null> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${invitationsAt(now)} where v.id = ${id}
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/** Returns the invitation of a link; `null` if it can no longer be accepted. */
export async function openInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | null> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${invitationsAt(now)} where v.token_hash = ${tokenHash} and v.status = 'pending'
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/** Returns invitations that this address can accept, ignoring case, oldest first. */
export async function openInvitationsFor(transaction: Db, email: string, now: Date): Promise<Invitation[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${invitationsAt(now)}
     where lower(v.email) = lower(${email}) and v.status = 'pending'
     order by v.id
  `.execute(transaction);
  return rows.map(present);
}

/** Returns the pending invitations that an account created, newest first. `projectId: null` means all projects and the server. */
export async function pendingInvitationsOf(
  db: Db,
  by: { userId: number; projectId: number | null; now: Date; limit: number },
): Promise<Invitation[]> {
  const project = by.projectId === null ? sql`true` : sql`v.project_id = ${by.projectId}`;
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${invitationsAt(by.now)}
     where v.invited_by = ${by.userId} and v.status = 'pending' and ${project}
     order by v.id desc
     limit ${by.limit}
  `.execute(db);
  return rows.map(present);
}

export interface NewInvitation {
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly role: User["role"];
  readonly projectId: number | null;
  readonly projectRole: ProjectRole | null;
  readonly invitedBy: number;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Returns `null` if the address has a pending invitation to the same project. The transaction must then be rolled back. */
export async function createInvitation(transaction: Db, input: NewInvitation): Promise<Invitation | null> {
  await sql`
    update invitation i set status = case when expires_at <= ${input.now} then 'expired' else 'revoked' end
     where lower(email) = lower(${input.email}) and status = 'pending'
       and (expires_at <= ${input.now} or not ${makerMayInvite})
  `.execute(transaction);
  try {
    const { rows } = await sql<{ id: number }>`
      insert into invitation (token_hash, email, role, project_id, project_role, invited_by, created_at, expires_at)
      values (${input.tokenHash}, ${input.email}, ${input.role}, ${input.projectId}, ${input.projectRole},
              ${input.invitedBy}, ${input.now}, ${input.expiresAt})
      returning id
    `.execute(transaction);
    return await invitationById(transaction, (rows[0] as { id: number }).id, input.now);
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Replaces the token and creator of a pending invitation. Returns false if it is no longer pending. */
export async function renewInvitation(
  transaction: Db,
  id: number,
  options: { tokenHash: Buffer; invitedBy: number; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update invitation i
       set token_hash = ${options.tokenHash}, expires_at = ${options.expiresAt}, invited_by = ${options.invitedBy}
     where id = ${id} and status = 'pending' and expires_at > ${options.now} and ${makerMayInvite}
    returning id
  `.execute(transaction);
  return rows.length > 0;
}

/** Closes a pending invitation. Returns false if it was already closed, even by a concurrent request. */
export async function closeInvitation(
  transaction: Db,
  id: number,
  status: "accepted" | "revoked",
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update invitation i set status = ${status}, accepted_at = ${status === "accepted" ? now : null}
     where id = ${id} and status = 'pending' and expires_at > ${now} and ${makerMayInvite}
    returning id
  `.execute(transaction);
  return rows.length > 0;
}
