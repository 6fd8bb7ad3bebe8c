import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import type { Candidate, Member } from "@plumb/contract/projects/members.ts";
import { sql } from "kysely";
import { avatarUrl } from "#store/sql/avatars.ts";
import type { Db } from "#store/db.ts";

const columns = sql.raw(
  `a.id, a.display_name, a.name, a.email, m.role as role_key, a.status = 'active' as active, ${avatarUrl}`,
);

/** Sorted by display name. */
export async function membersOf(db: Db, projectId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select ${columns}
      from membership m
      join user_account a on a.id = m.user_id
     where m.project_id = ${projectId}
     order by lower(coalesce(a.display_name, a.name, a.email)), a.id
     limit 1000
  `.execute(db);
  return rows;
}

export async function memberById(db: Db, projectId: number, userId: number): Promise<Member | null> {
  const { rows } = await sql<Member>`
    select ${columns}
      from membership m
      join user_account a on a.id = m.user_id
     where m.project_id = ${projectId} and m.user_id = ${userId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the role of the account in the project; `null` if it is not a member or the project does not exist. */
export async function membershipRole(db: Db, projectId: number, userId: number): Promise<ProjectRole | null> {
  const { rows } = await sql<{ role: ProjectRole }>`
    select m.role
      from membership m
      join project p on p.id = m.project_id
     where m.project_id = ${projectId} and m.user_id = ${userId} and p.status <> 'deleting'
  `.execute(db);
  return rows[0]?.role ?? null;
}

/** Returns true if the account leads any project. */
export async function leadsAnyProject(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from membership m
        join project p on p.id = m.project_id
       where m.user_id = ${userId} and m.role = 'LEAD' and p.status <> 'deleting') as found
  `.execute(db);
  return rows[0]?.found ?? false;
}

/** Adds an active account to a project. Returns `member` if it is a member already, `no-account` if there is no such account. */
export async function addMember(
  transaction: Db,
  projectId: number,
  userId: number,
  role: ProjectRole,
): Promise<"added" | "member" | "no-account"> {
  const { rows: accounts } = await sql<{ id: number }>`
    select id from user_account where id = ${userId} and status = 'active' for key share
  `.execute(transaction);
  if (accounts.length === 0) return "no-account";
  const { rows } = await sql<{ id: number }>`
    insert into membership (project_id, user_id, role) values (${projectId}, ${userId}, ${role})
    on conflict (project_id, user_id) do nothing
    returning user_id as id
  `.execute(transaction);
  return rows.length > 0 ? "added" : "member";
}

/** Returns the first 20 active accounts outside the project, by address, whose address or name contains `search`. */
export async function candidatesFor(db: Db, projectId: number, search: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select a.id, a.display_name, a.name, a.email
      from user_account a
     where a.status = 'active'
       and strpos(lower(concat_ws(' ', a.email, a.username, a.display_name, a.name)), lower(${search})) > 0
       and not exists (select 1 from membership m where m.project_id = ${projectId} and m.user_id = a.id)
     order by lower(a.email)
     limit 20
  `.execute(db);
  return rows;
}

export async function changeRole(transaction: Db, projectId: number, userId: number, role: ProjectRole): Promise<void> {
  await sql`
    update membership set role = ${role} where project_id = ${projectId} and user_id = ${userId}
  `.execute(transaction);
}

export async function removeMember(transaction: Db, projectId: number, userId: number): Promise<void> {
  await sql`delete from membership where project_id = ${projectId} and user_id = ${userId}`.execute(transaction);
}
