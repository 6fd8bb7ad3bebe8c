import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { type NewNotification, recordNotifications, type Recipients } from "#store/people/notifications.ts";

/** A notification; long texts are cut. */
export type Notice = Omit<NewNotification, "now">;

/** Maximum lengths, including the ellipsis. */
const max = { title: 200, message: 1000 } as const;

/**
 * Notifies users on all of their devices. Call it after the commit: a notification that cannot be written is logged and has no effect on the change.
 */
export async function notify(
  context: Pick<Context, "db" | "bus" | "clock" | "log">,
  to: Recipients,
  notice: Notice,
): Promise<void> {
  try {
    publish(context, await recordNotifications(context.db, to, asNew(notice, context.clock())));
  } catch (error) {
    context.log.error({ err: error, title: notice.title }, "a notification was not written");
  }
}

/** Returns a notification to write in the caller's transaction. The caller publishes it after the commit. */
export function asNew(notice: Notice, now: Date): NewNotification {
  const { title, message } = notice;
  return {
    ...notice,
    title: cut(title.toWellFormed(), max.title - 1),
    message: cut(message.toWellFormed(), max.message - 1),
    now,
  };
}

export function publish({ bus }: Pick<Context, "bus">, written: Awaited<ReturnType<typeof recordNotifications>>): void {
  for (const { userId, notification } of written) bus.publish({ about: "notification", userId, notification });
}
