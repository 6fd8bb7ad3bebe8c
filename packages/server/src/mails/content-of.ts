import type { MailFile } from "#connectors/mail/send-mail.ts";
import { notificationMessage, type PersonalMessage } from "#mails/notification-mail.ts";
import type { OutboxContext } from "#outbox/attempt.ts";
import type { PersonalMail } from "#outbox/queue-for-person.ts";
import { mailedNotifications, mailRecipient } from "#store/people/mailed-notifications.ts";

interface PersonalContent extends PersonalMessage {
  readonly to: string;
  readonly attachments: readonly MailFile[];
}

/** A mail that is not sent, and why. */
interface Dropped {
  readonly dropped: string;
}

export function isDropped(content: PersonalContent | Dropped): content is Dropped {
  return "dropped" in content;
}

/** Returns the mail of a delivery as of now, because people may have left since it was queued. */
export async function contentOf(context: OutboxContext, operation: PersonalMail): Promise<PersonalContent | Dropped> {
  const recipient = await mailRecipient(context.db, operation.userId);
  if (recipient === null) return { dropped: "the account was deactivated or deleted." };
  const [notification] = await mailedNotifications(context.db, operation.userId, [operation.notificationId]);
  if (notification === undefined) return { dropped: "the notification was deleted." };
  if (notification.read) return { dropped: "the notification was read." };
  if (!notification.mayRead) return { dropped: "the person has no access to the project." };
  if (notification.choice === "off") return { dropped: "the person switched these emails off." };
  const mail = notificationMessage(notification, context.publicUrl());
  const thread = mail.thread && { ...mail.thread, subject: `user:${operation.userId}:${mail.thread.subject}` };
  return { ...mail, thread, to: recipient.email, attachments: [] };
}
