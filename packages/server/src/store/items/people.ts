import type { ItemPerson } from "@plumb/contract/items/annotations.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { isMember, personJson, displayName } from "./item-rows.ts";

/** A user who can be mentioned. */
export interface Mentionable {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Returns the members of the project with an active account. */
export async function mentionable(db: Db, projectId: number): Promise<Mentionable[]> {
  const { rows } = await sql<Mentionable>`
    select u.id, ${sql.raw(displayName("u", "u.email"))} as name, u.email
      from membership m join user_account u on u.id = m.user_id
     where m.project_id = ${projectId} and u.status = 'active'
     order by u.id limit 1000
  `.execute(db);
  return rows;
}

/**
 * Returns the name of a possible assignee: a member with an active account, or an administrator who assigns the item to themselves. Returns `null`
 * for any other account.
 */
export async function assigneeName(
  db: Db,
  projectId: number,
  { userId, byUserId }: { readonly userId: number; readonly byUserId: number },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.raw(displayName("u", "u.email"))} as name
      from user_account u
     where u.id = ${userId} and u.status = 'active'
       and (exists (select from membership m where m.project_id = ${projectId} and m.user_id = u.id)
            or (u.role = 'ADMIN' and u.id = ${byUserId}))
  `.execute(db);
  return rows[0]?.name ?? null;
}

/** Returns those accounts that can read the project. */
export async function readersAmong(db: Db, projectId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from user_account u
     where u.id = any(${numbers(userIds)}::bigint[]) and ${sql.raw(isMember("u", String(projectId)))}
     order by u.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes users watch an item unless they opted out. */
export async function makeWatch(
  transaction: Db,
  projectId: number,
  itemId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    insert into annotation_watcher (project_id, annotation_id, user_id, watching)
    select distinct ${projectId}::bigint, ${itemId}::bigint, id, true from unnest(${numbers(userIds)}::bigint[]) as given (id)
    on conflict do nothing
  `.execute(transaction);
}

/** Stores an explicit choice, which the user's later actions do not change. */
export async function setWatching(
  db: Db,
  projectId: number,
  itemId: number,
  { userId, watching }: { readonly userId: number; readonly watching: boolean },
): Promise<void> {
  await sql`
    insert into annotation_watcher (project_id, annotation_id, user_id, watching)
    values (${projectId}, ${itemId}, ${userId}, ${watching})
    on conflict (project_id, annotation_id, user_id) do update set watching = excluded.watching
  `.execute(db);
}

/** Returns the watchers who can read the project, sorted by name. */
export async function watchersOf(db: Db, projectId: number, itemId: number): Promise<ItemPerson[]> {
  const { rows } = await sql<{ person: ItemPerson }>`
    select ${sql.raw(personJson("u", "u.email", "w.project_id"))} as person
      from annotation_watcher w join user_account u on u.id = w.user_id
     where w.project_id = ${projectId} and w.annotation_id = ${itemId} and w.watching
     order by lower(${sql.raw(displayName("u", "u.email"))}), u.id limit 1000
  `.execute(db);
  return rows.map(({ person }) => person).filter(({ member }) => member);
}

/** Returns these items' watchers who can read the project. */
export async function watchersOfMany(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
): Promise<{ userId: number; itemId: number }[]> {
  const { rows } = await sql<{ userId: number; itemId: number }>`
    select w.user_id as "userId", w.annotation_id as "itemId"
      from annotation_watcher w join user_account u on u.id = w.user_id
     where w.project_id = ${projectId} and w.annotation_id = any(${numbers(itemIds)}::bigint[]) and w.watching
       and ${sql.raw(isMember("u", String(projectId)))}
     order by 1, 2
  `.execute(db);
  return rows;
}
