import { readAvatar } from "@plumb/contract/people/avatar.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Returns SQL for the avatar URL of account `of`; `null` if it has none. */
export function avatarOf(of: string): string {
  return `(select '${readAvatar.path.replace(":name", "")}' || v.name from avatar v where v.user_id = ${of}.id)`;
}

/** Column with the picture URL of the account `a`. */
export const avatarUrl = `${avatarOf("a")} as "avatarUrl"`;

/** Replaces the previous picture, whose name becomes invalid. */
export async function storeAvatar(db: Db, options: { userId: number; name: string; image: Uint8Array }): Promise<void> {
  const image = Buffer.from(options.image);
  await sql`
    insert into avatar (user_id, name, image) values (${options.userId}, ${options.name}, ${image})
    on conflict (user_id) do update set name = excluded.name, image = excluded.image, created_at = excluded.created_at
  `.execute(db);
}

export async function removeAvatar(db: Db, userId: number): Promise<void> {
  await sql`delete from avatar where user_id = ${userId}`.execute(db);
}

/** Returns WebP data; `null` if no account has a picture with this name. */
export async function avatarByName(db: Db, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{ image: Buffer }>`select image from avatar where name = ${name}`.execute(db);
  return rows[0]?.image ?? null;
}
