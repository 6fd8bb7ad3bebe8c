import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import { defaultMailChoices, type MailTopic } from "@plumb/contract/people/mail-choices.ts";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { mailState } from "./mail-state.ts";

interface NotificationRow extends Omit<Notification, "timestamp"> {
  readonly timestamp: Date;
}

const columns = sql.raw(`
  n.id, n.title, n.message, n.type, n.action_url as "actionUrl", n.annotation_id as "annotationId", n.metadata,
  n.created_at as timestamp, n.read`);

function present(row: NotificationRow): Notification {
  return { ...row, timestamp: row.timestamp.toISOString() };
}

/** Accounts by id, all administrators, or members of a project with one of these roles. Deactivated accounts are never notified. */
export type Recipients =
  | { readonly userIds: readonly number[] }
  | { readonly administrators: true }
  | {
      readonly membersOf: number;
      readonly roles: readonly ProjectRole[];
      readonly except?: readonly number[];
      /** Also notifies all administrators of the server. */
      readonly administrators?: boolean;
    };

export interface NewNotification extends Pick<Notification, "title" | "message" | "type" | "metadata"> {
  /** Topic for which each user chooses the email setting. */
  readonly topic: MailTopic;
  /** Project that the notification refers to. It is deleted with the project. */
  readonly projectId?: number;
  readonly actionUrl?: string;
  readonly annotationId?: number;
  /** True if it is not mailed, whatever users chose, because it is about the mail server. */
  readonly withoutMail?: boolean;
  readonly now: Date;
}

/** A stored notification. `mail` is how it is mailed; `null` if it is not. */
export interface StoredNotification {
  readonly userId: number;
  readonly mail: "at-once" | "daily" | null;
  readonly notification: Notification;
}

/** Maximum number of immediate emails per user and hour. Later notifications are sent with the daily email. */
const maxMailsPerHour = 20;

/** Stores an unread notification for each recipient and returns them. */
export async function recordNotifications(
  db: Db,
  to: Recipients,
  input: NewNotification,
): Promise<StoredNotification[]> {
  const who =
    "userIds" in to
      ? sql`a.id = any(${to.userIds}::bigint[])`
      : !("membersOf" in to)
        ? sql`a.role = 'ADMIN'`
        : sql`a.id <> all(${numbers(to.except ?? [])}::bigint[]) and (a.id in (
          select user_id from membership where project_id = ${to.membersOf} and role = any(${to.roles}::text[]))
          or (${to.administrators ?? false} and a.role = 'ADMIN'))`;
  const { topic } = input;
  const hourAgo = new Date(input.now.getTime() - 3_600_000);
  const { rows: recipients } = await sql<{ userId: number; mail: string }>`
    select a.id as "userId", coalesce(a.mail_choices ->> ${topic}::text, ${defaultMailChoices[topic]}) as mail
      from user_account a where a.status = 'active' and ${who} order by a.id
  `.execute(db);
  if (recipients.length === 0) return [];
  const { rows } = await sql<NotificationRow & Pick<StoredNotification, "mail" | "userId">>`
    insert into notification as n (user_id, project_id, title, message, type, action_url, annotation_id, metadata, created_at, topic, mail)
    select chosen.user_id, ${input.projectId ?? null}, ${input.title}, ${input.message}, ${input.type}, ${input.actionUrl ?? null},
           ${input.annotationId ?? null}, ${JSON.stringify(input.metadata)}::jsonb, ${input.now}, ${topic},
           case when ${input.withoutMail ?? false} or server.mail <> 'on' or chosen.mail = 'off' then null
                when chosen.mail = 'at-once'
                     and (select count(*) from notification r
                           where r.user_id = chosen.user_id and r.mail = 'at-once' and r.created_at > ${hourAgo}) >= ${maxMailsPerHour}::integer
                then 'daily'
                else chosen.mail end
      from (select ${sql.raw(mailState)} as mail) server
     cross join unnest(${numbers(recipients.map(({ userId }) => userId))}::bigint[], ${texts(recipients.map(({ mail }) => mail))}::text[])
             as chosen (user_id, mail)
    returning ${columns}, n.user_id as "userId", n.mail
  `.execute(db);
  return rows.map(({ userId, mail, ...row }) => ({ userId, mail, notification: present(row) }));
}

/** Returns the notifications before the notification `before`, newest first. */
export async function notificationsOf(
  db: Db,
  userId: number,
  page: { before: number | undefined; limit: number },
): Promise<Notification[]> {
  const before = page.before === undefined ? sql`true` : sql`n.id < ${page.before}`;
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notification n
     where n.user_id = ${userId} and ${before}
     order by n.id desc
     limit ${page.limit}
  `.execute(db);
  return rows.map(present);
}

export async function unreadCount(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from notification where user_id = ${userId} and not read
  `.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Returns false if the account has no such notification. */
export async function markRead(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update notification set read = true where user_id = ${userId} and id = ${id} returning id
  `.execute(db);
  return rows.length > 0;
}

/** Up to and including `upTo`, or all notifications if it is undefined. */
export async function markAllRead(db: Db, userId: number, upTo: number | undefined): Promise<void> {
  await sql`
    update notification set read = true
     where user_id = ${userId} and not read and ${upTo === undefined ? sql`true` : sql`id <= ${upTo}`}
  `.execute(db);
}

/** Returns false if the account has no such notification. */
export async function deleteNotification(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from notification where user_id = ${userId} and id = ${id} returning id
  `.execute(db);
  return rows.length > 0;
}

/** Up to and including `upTo`, or all notifications if it is undefined. */
export async function clearNotifications(db: Db, userId: number, upTo: number | undefined): Promise<void> {
  await sql`
    delete from notification
     where user_id = ${userId} and ${upTo === undefined ? sql`true` : sql`id <= ${upTo}`}
  `.execute(db);
}

/** Deletes notifications older than `before`, and all but the newest `max` of each account. */
export async function deleteOldNotifications(db: Db, { before, max }: { before: Date; max: number }): Promise<void> {
  await sql`delete from notification where created_at < ${before}`.execute(db);
  const { rows: full } = await sql<{ userId: number }>`
    select user_id as "userId" from notification group by user_id having count(*) > ${max}
  `.execute(db);
  for (const { userId } of full) {
    await sql`
      delete from notification
       where user_id = ${userId}
         and id <= (select id from notification where user_id = ${userId} order by id desc offset ${max} limit 1)
    `.execute(db);
  }
}
