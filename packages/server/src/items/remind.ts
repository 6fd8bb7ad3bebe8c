import { formatCalendarDay } from "@plumb/contract/figures.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { publish, writeNotifications } from "#inbox/notify.ts";
import { claimReminder, type DueItem, dueItems, type Position } from "#store/items/reminders.ts";
import { dayIn, daysAfter, hourIn } from "#core/local-time.ts";
import { itemPath } from "./notices.ts";

const itemsAtOnce = 500;
/** Earliest hour, so that notifications do not wake users up. */
const firstHour = 8;

/**
 * Reminds users of due dates from eight in the morning in their time zone: on the day before, and when the day is over. Each reminder is sent once
 * per item and due date.
 */
export async function remindOfDueDates(
  needs: Pick<Context, "bus" | "clock" | "db">,
  stopped: () => boolean,
): Promise<void> {
  const now = needs.clock();
  // In eastern time zones, the next day has already begun.
  const until = daysAfter(now.toISOString().slice(0, 10), 2);
  let after: Position | undefined = { dueDate: "0001-01-01", id: 0 };
  while (after !== undefined && !stopped()) {
    const items: DueItem[] = await dueItems(needs.db, { until, after, limit: itemsAtOnce });
    for (const item of items) await remind(needs, item, now);
    after = items.length < itemsAtOnce ? undefined : items.at(-1);
  }
}

async function remind(needs: Pick<Context, "bus" | "db">, item: DueItem, now: Date): Promise<void> {
  const { userId, timeZone, dueDate } = item;
  const zone = timeZone ?? "UTC";
  const today = dayIn(zone, now);
  const what = dueDate < today ? "overdue" : dueDate <= daysAfter(today, 1) && !item.toldSoon ? "soon" : null;
  if (what === null || (userId !== null && hourIn(zone, now) < firstHour)) return;
  const written = await needs.db.transaction().execute(async (transaction) => {
    if (!(await claimReminder(transaction, item, what)) || userId === null) return [];
    return writeNotifications(transaction, { userIds: [userId] }, noticeOf(item, today), now);
  });
  publish(needs, written);
}

function noticeOf({ projectId, projectName, id, title, dueDate }: DueItem, today: string) {
  const when = dueDate < today ? "is overdue" : dueDate === today ? "is due today" : "is due tomorrow";
  return {
    topic: "due" as const,
    title: `“${cut(title, 120)}” ${when}`,
    message: `The analysis item ${dueDate < today ? "was" : "is"} due on ${formatCalendarDay(dueDate)}.`,
    type: "annotation" as const,
    projectId,
    annotationId: id,
    actionUrl: itemPath(projectId, id),
    metadata: { projectName, dueDate },
  };
}
