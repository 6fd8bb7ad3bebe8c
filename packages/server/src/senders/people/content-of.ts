import type { MailFile } from "#connectors/message.ts";
import { dailyMessage } from "./daily-mail.ts";
import { notificationMessage, type PersonalMessage } from "./notification-mail.ts";
import type { Subscription } from "./unsubscribe.ts";
import type { OutboxContext } from "#outbox/attempt.ts";
import type { PersonalMail } from "#outbox/queue-for-person.ts";
import { type MailedNotification, mailedNotifications, mailRecipient } from "#store/people/mailed-notifications.ts";
import { readersAmong } from "#store/items/people.ts";
import { isWeeklySubscriber } from "#store/people/weekly-mails.ts";
import { attachWeek } from "#senders/weekly/attach-week.ts";
import { weekMessage } from "#senders/weekly/week-message.ts";

interface MailContent extends PersonalMessage {
  readonly attachments: readonly MailFile[];
  /** Emails that the unsubscribe button of the mail program ends. */
  readonly subscription: Subscription;
}

interface PersonalContent extends MailContent {
  readonly to: string;
}

/** A mail that is not sent, and why. */
interface Dropped {
  readonly dropped: string;
}

export function isDropped(content: object): content is Dropped {
  return "dropped" in content;
}

/** Returns the mail of a delivery as of now, because users may have left since it was queued. */
export async function contentOf(context: OutboxContext, operation: PersonalMail): Promise<PersonalContent | Dropped> {
  const recipient = await mailRecipient(context.db, operation.userId);
  if (recipient === null) return { dropped: "the account was deactivated or deleted." };
  const mail = await mailOf(context, operation);
  return isDropped(mail) ? mail : { ...mail, to: recipient.email };
}

function mailOf(context: OutboxContext, operation: PersonalMail): Promise<MailContent | Dropped> {
  if (operation.kind === "notification") return oneNotification(context, operation);
  return operation.kind === "daily" ? unreadNotifications(context, operation) : weeklyReport(context, operation);
}

async function oneNotification(
  { db, publicUrl }: OutboxContext,
  { userId, notificationId }: PersonalMail & { kind: "notification" },
): Promise<MailContent | Dropped> {
  const [notification] = await mailedNotifications(db, userId, [notificationId]);
  const dropped = whyDropped(notification);
  if (notification === undefined || dropped !== null) return { dropped: dropped ?? "" };
  const mail = notificationMessage(notification, publicUrl());
  const thread = mail.thread && { ...mail.thread, subject: `user:${userId}:${mail.thread.subject}` };
  return { ...mail, thread, attachments: [], subscription: { userId, topic: notification.topic } };
}

/** Leaves out notifications that were read since the mail was queued. */
async function unreadNotifications(
  { db, publicUrl }: OutboxContext,
  { userId, notificationIds }: PersonalMail & { kind: "daily" },
): Promise<MailContent | Dropped> {
  const notifications = await mailedNotifications(db, userId, notificationIds);
  const left = notifications.filter((notification) => whyDropped(notification) === null);
  if (left.length === 0) return { dropped: "all notifications were read." };
  return { ...dailyMessage(left, publicUrl()), attachments: [], subscription: { userId, choice: "daily" } };
}

async function weeklyReport(
  context: OutboxContext,
  { userId, ...report }: PersonalMail & { kind: "week" },
): Promise<MailContent | Dropped> {
  const { projectId } = report;
  if (!(await isWeeklySubscriber(context.db, projectId, userId))) return { dropped: "the person unsubscribed." };
  if ((await readersAmong(context.db, projectId, [userId])).length === 0)
    return { dropped: "the person has no access to the project." };
  return {
    ...(await attachWeek(context, weekMessage(report), report)),
    thread: null,
    subscription: { userId, projectId },
  };
}

function whyDropped(notification: MailedNotification | undefined): string | null {
  if (notification === undefined) return "the notification was deleted.";
  if (notification.read) return "the notification was read.";
  if (!notification.mayRead) return "the person has no access to the project.";
  return notification.choice === "off" ? "the person switched these emails off." : null;
}
