import { dayMs } from "@plumb/contract/durations.ts";
import type { Context } from "#core/context.ts";
import { localMorning } from "./local-morning.ts";
import { queueForPerson } from "#outbox/queue-for-person.ts";
import { accountsWithDailyMail, takeDailyMail } from "#store/people/daily-mails.ts";

/** Older notifications are left out, so that the first mail after a long time has a limit. */
const maxAgeMs = 7 * dayMs;
/** Accounts keep at most this many notifications. */
const maxNotifications = 1000;

/** Queues the daily mail of each user at nine in the morning in their time zone. Without unread notifications, there is none. */
export async function queueDailyMails(
  context: Pick<Context, "bus" | "clock" | "db">,
  signal: AbortSignal,
): Promise<void> {
  const now = context.clock();
  for (const { userId, timeZone } of await accountsWithDailyMail(context.db)) {
    if (signal.aborted) return;
    const { date, at } = localMorning(timeZone, now);
    if (now < at) continue;
    await context.db.transaction().execute(async (transaction) => {
      const since = new Date(at.getTime() - maxAgeMs);
      const ids = await takeDailyMail(transaction, userId, { day: date, since, until: at, limit: maxNotifications });
      if (ids === null || ids.length === 0) return;
      const content = { kind: "daily", userId, notificationIds: ids } as const;
      await queueForPerson(transaction, { key: `daily:${userId}:${date}`, content, now });
    });
  }
  context.bus.publish({ about: "jobs" });
}
