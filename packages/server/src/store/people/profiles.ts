import {
  defaultMailChoices,
  type MailChoice,
  type MailChoices,
  type MailTopic,
  mailTopics,
} from "@plumb/contract/people/mail-choices.ts";
import type { Profile, ProfileChange, Session } from "@plumb/contract/people/profile.ts";
import { sql } from "kysely";
import { avatarUrl } from "#store/sql/avatars.ts";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { mailState } from "./mail-state.ts";

const columns = sql.raw(
  `a.id, a.username, a.email, coalesce(a.display_name, '') as display_name, coalesce(a.name, '') as name,
   coalesce(a.phone, '') as phone, coalesce(a.bio, '') as bio, coalesce(a.website, '') as website,
   coalesce(a.location, '') as location, a.timezone, a.owner_notices as "ownerNotices", a.owner_names as "ownerNames", ${avatarUrl},
   a.mail_choices as "mailChoices", ${mailState} as "mailState"`,
);

/** Choices that a user never made have their default. */
function present({ mailChoices, ...profile }: Profile): Profile {
  return { ...profile, mailChoices: { ...defaultMailChoices, ...mailChoices } };
}

export async function profileOf(db: Db, userId: number): Promise<Profile> {
  const { rows } = await sql<Profile>`select ${columns} from user_account a where a.id = ${userId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`Account ${userId} was deleted, but its session is still valid.`);
  return present(rows[0]);
}

/** Absent fields are not changed; an empty text clears a field. */
export async function updateProfile(db: Db, userId: number, change: ProfileChange): Promise<Profile> {
  const next = (field: Exclude<keyof ProfileChange, "mailChoices" | "ownerNames" | "ownerNotices">) =>
    sql`nullif(coalesce(${change[field] ?? null}::text, ${sql.ref(field)}), '')`;
  const names = change.ownerNames && [...new Set(change.ownerNames)];
  const { rows } = await sql<Profile>`
    update user_account a
       set display_name = ${next("display_name")}, name = ${next("name")}, phone = ${next("phone")}, bio = ${next("bio")},
           website = ${next("website")}, location = ${next("location")}, timezone = ${next("timezone")},
           owner_notices = coalesce(${change.ownerNotices ?? null}, owner_notices),
           owner_names = coalesce(${names === undefined ? null : texts(names)}::text[], owner_names),
           mail_choices = mail_choices || ${JSON.stringify(change.mailChoices ?? {})}::jsonb
     where id = ${userId}
    returning ${columns}
  `.execute(db);
  return present(rows[0] as Profile);
}

/** Turns off the emails of a topic, or of all topics that can be turned off. */
export async function switchMailsOff(
  db: Db,
  options: { readonly userId: number } & ({ readonly topic: MailTopic } | { readonly choice: MailChoice }),
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ chosen: Partial<MailChoices> }>`
      select mail_choices as chosen from user_account where id = ${options.userId} for no key update
    `.execute(transaction);
    const choices = { ...defaultMailChoices, ...rows[0]?.chosen };
    const topics =
      "topic" in options ? [options.topic] : mailTopics.filter((topic) => choices[topic] === options.choice);
    const off = Object.fromEntries(topics.map((topic) => [topic, "off"]));
    await sql`
      update user_account set mail_choices = mail_choices || ${JSON.stringify(off)}::jsonb where id = ${options.userId}
    `.execute(transaction);
  });
}

/** Returns `null` if the account has no password. */
export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from user_account where id = ${userId}
  `.execute(db);
  return rows[0]?.hash ?? null;
}

/** Sets the password, or removes it (`null`). Ends every session of the account except the current one, and invalidates its reset links. */
export async function replacePassword(
  transaction: Db,
  options: { userId: number; passwordHash: string | null; keepSession: Buffer | null; now: Date },
): Promise<void> {
  const { userId, passwordHash, keepSession, now } = options;
  await sql`update user_account set password_hash = ${passwordHash} where id = ${userId}`.execute(transaction);
  await sql`
    delete from session where user_id = ${userId} and token_hash is distinct from ${keepSession}::bytea
  `.execute(transaction);
  await sql`
    update password_reset set used_at = ${now} where user_id = ${userId} and used_at is null
  `.execute(transaction);
}

/** Returns the valid sessions of an account, last used first. */
export async function sessionsOf(db: Db, userId: number, current: Buffer, now: Date): Promise<Session[]> {
  const { rows } = await sql<
    Omit<Session, "createdAt" | "lastUsedAt" | "expiresAt"> & { createdAt: Date; lastUsedAt: Date; expiresAt: Date }
  >`
    select id, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt",
           expires_at as "expiresAt", token_hash = ${current} as current
      from session
     where user_id = ${userId} and expires_at > ${now}
     order by last_used_at desc, id desc
     limit 200
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** Returns the number of ended sessions. */
export async function endOtherSessions(db: Db, userId: number, current: Buffer): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where user_id = ${userId} and token_hash <> ${current}
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns false if the account has no such session. */
export async function endSessionById(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from session where id = ${sessionId} and user_id = ${userId} returning id
  `.execute(db);
  return rows.length > 0;
}
