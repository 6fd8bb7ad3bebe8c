import { defaultMailChoices, type MailChoice, type MailTopic } from "@plumb/contract/people/mail-choices.ts";
import type { NotificationMetadata, NotificationType } from "@plumb/contract/people/notifications.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { isMember } from "#store/items/item-rows.ts";

/** A notification to be mailed. */
export interface MailedNotification {
  readonly id: number;
  readonly title: string;
  readonly message: string;
  readonly type: NotificationType;
  readonly actionUrl: string | null;
  readonly metadata: NotificationMetadata;
  readonly createdAt: Date;
  readonly read: boolean;
  readonly projectId: number | null;
  readonly projectName: string | null;
  readonly annotationId: number | null;
  /** Title of the analysis item; `null` if it has none or was deleted. */
  readonly itemTitle: string | null;
  /** False if the user may no longer read the project. */
  readonly mayRead: boolean;
  readonly topic: MailTopic;
  /** Current choice of the user. */
  readonly choice: MailChoice;
}

/** Returns the address of an active account; `null` if it was deactivated or deleted. */
export async function mailRecipient(db: Db, userId: number): Promise<{ email: string; timeZone: string } | null> {
  const { rows } = await sql<{ email: string; timeZone: string }>`
    select email, timezone as "timeZone" from user_account where id = ${userId} and status = 'active'
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns notifications of a user by id, oldest first. Omits deleted ones. */
export async function mailedNotifications(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<MailedNotification[]> {
  const { rows } = await sql<Omit<MailedNotification, "choice"> & { chosen: MailChoice | null }>`
    select n.id, n.title, n.message, n.type, n.action_url as "actionUrl", n.metadata, n.created_at as "createdAt", n.read,
           n.project_id as "projectId", p.name as "projectName", n.annotation_id as "annotationId", i.title as "itemTitle",
           n.project_id is null or (p.status <> 'deleting' and ${sql.raw(isMember("a", "n.project_id"))}) as "mayRead",
           n.topic, a.mail_choices ->> n.topic as chosen
      from notification n
      join user_account a on a.id = n.user_id
      left join project p on p.id = n.project_id
      left join annotation i on i.project_id = n.project_id and i.id = n.annotation_id
     where n.user_id = ${userId} and n.id = any(${numbers(ids)}::bigint[]) and n.topic is not null
     order by n.id
  `.execute(db);
  return rows.map(({ chosen, mayRead, ...row }) => ({
    ...row,
    mayRead: mayRead ?? false,
    choice: chosen ?? defaultMailChoices[row.topic],
  }));
}
