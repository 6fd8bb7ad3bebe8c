import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { queueForPerson } from "#outbox/queue-for-person.ts";
import type { Db } from "#store/db.ts";
import {
  type NewNotification,
  recordNotifications,
  type Recipients,
  type StoredNotification,
} from "#store/people/notifications.ts";

/** A notification; long texts are cut. */
export type Notice = Omit<NewNotification, "now">;

/** Maximum lengths, including the ellipsis. */
const max = { title: 200, message: 1000 } as const;

/**
 * Notifies users on all of their devices, and by mail if they chose that. Call it after the commit: if a notification cannot be written, this is
 * logged and the change is not affected.
 */
export async function notify(
  context: Pick<Context, "db" | "bus" | "clock" | "log">,
  to: Recipients,
  notice: Notice,
): Promise<void> {
  try {
    const now = context.clock();
    publish(
      context,
      await context.db.transaction().execute((transaction) => writeNotifications(transaction, to, notice, now)),
    );
  } catch (error) {
    context.log.error({ err: error, title: notice.title }, "a notification was not written");
  }
}

/** Writes notifications and queues their mails in the caller's transaction. The caller publishes them after the commit. */
export async function writeNotifications(
  transaction: Db,
  to: Recipients,
  { title, message, ...notice }: Notice,
  now: Date,
): Promise<StoredNotification[]> {
  const written = await recordNotifications(transaction, to, {
    ...notice,
    title: cut(title.toWellFormed(), max.title - 1),
    message: cut(message.toWellFormed(), max.message - 1),
    now,
  });
  for (const { userId, mail, notification } of written)
    if (mail === "at-once")
      await queueForPerson(transaction, {
        key: `notification:${notification.id}`,
        content: { kind: "notification", userId, notificationId: notification.id },
        now,
      });
  return written;
}

export function publish({ bus }: Pick<Context, "bus">, written: readonly StoredNotification[]): void {
  for (const { userId, notification } of written) bus.publish({ about: "notification", userId, notification });
  if (written.some(({ mail }) => mail === "at-once")) bus.publish({ about: "jobs" });
}
