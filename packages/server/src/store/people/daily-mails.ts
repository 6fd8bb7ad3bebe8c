import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { mailState } from "./mail-state.ts";

/** Returns active accounts with notifications for a daily mail. Returns none while the server cannot send mail. */
export async function accountsWithDailyMail(db: Db): Promise<{ userId: number; timeZone: string }[]> {
  const { rows } = await sql<{ userId: number; timeZone: string }>`
    select a.id as "userId", a.timezone as "timeZone" from user_account a
     where a.status = 'active' and (${sql.raw(mailState)}) = 'on'
       and exists (select from notification n where n.user_id = a.id and n.mail = 'daily')
     order by a.id
  `.execute(db);
  return rows;
}

/**
 * Claims a user's notifications from before `until` for the daily email. Returns the ids of unread ones since `since`, newest first, or `null` if
 * the email of this day or of a later one was already claimed.
 */
export async function takeDailyMail(
  transaction: Db,
  userId: number,
  { day, since, until, limit }: { day: string; since: Date; until: Date; limit: number },
): Promise<number[] | null> {
  const { rows: claimed } = await sql`
    update user_account set daily_mail_day = ${day}::date
     where id = ${userId} and (daily_mail_day is null or daily_mail_day < ${day}::date)
    returning 1
  `.execute(transaction);
  if (claimed.length === 0) return null;
  const { rows } = await sql<{ id: number; wanted: boolean }>`
    update notification set mail = null
     where user_id = ${userId} and mail = 'daily' and created_at < ${until}
    returning id, not read and created_at >= ${since} as wanted
  `.execute(transaction);
  return rows
    .filter(({ wanted }) => wanted)
    .map(({ id }) => id)
    .toSorted((a, b) => b - a)
    .slice(0, limit);
}
