import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { isMember } from "#store/items/item-rows.ts";
import { mailDestination } from "#store/outbox/destinations.ts";
import { mailState } from "./mail-state.ts";

/** Returns true if the user gets the weekly report of the project by mail. */
export async function isWeeklySubscriber(db: Db, projectId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from weekly_mail where project_id = ${projectId} and user_id = ${userId}
  `.execute(db);
  return rows.length > 0;
}

export async function setWeeklySubscriber(
  db: Db,
  { projectId, userId, subscribed, now }: { projectId: number; userId: number; subscribed: boolean; now: Date },
): Promise<void> {
  if (subscribed)
    await sql`
      insert into weekly_mail (project_id, user_id, created_at) values (${projectId}, ${userId}, ${now}) on conflict do nothing
    `.execute(db);
  else await sql`delete from weekly_mail where project_id = ${projectId} and user_id = ${userId}`.execute(db);
}

/** Returns the projects whose weekly report a user gets, by name. */
export async function weeklyProjects(db: Db, userId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from weekly_mail w join project p on p.id = w.project_id
     where w.user_id = ${userId} and p.status <> 'deleting'
     order by lower(p.name), p.id
  `.execute(db);
  return rows;
}

/** A user or a mail connection that gets the weekly report of a project. */
export interface WeeklyRecipient {
  readonly projectId: number;
  readonly userId: number | null;
  /** Mail connection; `null` for a user. */
  readonly bindingId: number | null;
  readonly timeZone: string;
}

/** Returns everyone who gets a weekly report, by project and time zone. Connections have the time zone of their creator. */
export async function weeklyRecipients(db: Db): Promise<WeeklyRecipient[]> {
  const { rows } = await sql<WeeklyRecipient>`
    select found.* from (
      select w.project_id as "projectId", a.id as "userId", null::bigint as "bindingId", a.timezone as "timeZone"
        from weekly_mail w join user_account a on a.id = w.user_id
       where a.status = 'active' and ${sql.raw(isMember("a", "w.project_id"))} and (${sql.raw(mailState)}) = 'on'
      union all
      select b.project_id, null, b.id, coalesce((select a.timezone from user_account a where a.id = b.created_by), 'UTC')
        from binding b
       where b.connector_type = 'email' and b.offer = 'channel' and b.enabled and b.settings ->> 'weeklyReport' = 'on'
         and (select (s.value -> 'notifications' ->> 'email')::boolean from setting s where s.key = 'general') is not false
    ) found
    join project p on p.id = found."projectId"
   where p.status = 'active'
   order by found."projectId", found."timeZone", found."userId", found."bindingId"
  `.execute(db);
  return rows;
}

/** Returns the recipients for whom nothing was queued under a key. */
export async function withoutDelivery<Recipient extends WeeklyRecipient>(
  db: Db,
  recipients: readonly (Recipient & { readonly key: string })[],
): Promise<(Recipient & { readonly key: string })[]> {
  const { rows } = await sql<{ projectId: number; targetId: number; kind: string; key: string }>`
    select project_id as "projectId", target_id as "targetId", kind, key from outbox_delivery
     where key = any(${sql.val(recipients.map(({ key }) => key))}::text[]) and kind in ('mail', 'channel')
       and project_id = any(${sql.val([mailDestination.projectId, ...recipients.map(({ projectId }) => projectId)])}::bigint[])
  `.execute(db);
  const queued = new Set(rows.map(({ projectId, targetId, kind, key }) => `${kind}:${projectId}:${targetId}:${key}`));
  return recipients.filter(
    ({ projectId, bindingId, key }) =>
      !queued.has(
        bindingId === null
          ? `mail:${mailDestination.projectId}:${mailDestination.targetId}:${key}`
          : `channel:${projectId}:${bindingId}:${key}`,
      ),
  );
}
