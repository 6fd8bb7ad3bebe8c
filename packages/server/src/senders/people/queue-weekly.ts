import { dayMs } from "@plumb/contract/durations.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { weekOf } from "@plumb/analysis/trends/iso-week.ts";
import { mondayOf } from "@plumb/analysis/trends/calendar.ts";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Context } from "#core/context.ts";
import { localMorning } from "./local-morning.ts";
import type { ChannelOperation } from "#senders/rules/channel-handler.ts";
import { queueForPerson } from "#outbox/queue-for-person.ts";
import type { Db } from "#store/db.ts";
import { type WeeklyRecipient, weeklyRecipients, withoutDelivery } from "#store/people/weekly-mails.ts";
import { hasRuns } from "#weeks/has-runs.ts";
import { weekMessage } from "#senders/weekly/week-message.ts";
import { weekSummary } from "#weeks/week-summary.ts";
import { weekWindow } from "#weeks/week-window.ts";

type Needs = Pick<Context, "bus" | "clock" | "db" | "failureIndex" | "publicUrl" | "runStats">;

/** A server that was stopped on Monday morning still sends the report until Wednesday morning. */
const lateMs = 2 * dayMs;

interface DueRecipient extends WeeklyRecipient {
  readonly week: string;
  readonly key: string;
}

/** Queues the report of the last week on Monday at nine in the time zone of each recipient. A project without runs in the week has none. */
export async function queueWeeklyMails(context: Needs, signal: AbortSignal): Promise<void> {
  const now = context.clock();
  const due = (await weeklyRecipients(context.db)).flatMap((recipient) => dueRecipient(recipient, now));
  if (due.length === 0) return;
  const left = await withoutDelivery<DueRecipient>(context.db, due);
  for (const recipients of Map.groupBy(left, ({ projectId, timeZone }) => `${projectId} ${timeZone}`).values()) {
    if (signal.aborted) return;
    await queueReport(context, recipients, now);
  }
  context.bus.publish({ about: "jobs" });
}

function dueRecipient(recipient: WeeklyRecipient, now: Date): DueRecipient[] {
  const { day, at } = localMorning(recipient.timeZone, now);
  const monday = mondayOf(day);
  const since = new Date(at.getTime() - (day - monday) * dayMs);
  if (now < since || now.getTime() >= since.getTime() + lateMs) return [];
  const week = weekOf(monday - 7);
  const { projectId, userId } = recipient;
  return [{ ...recipient, week, key: `week:${userId === null ? "" : `${projectId}:${userId}:`}${week}` }];
}

/** Queues the report for recipients with the same project and time zone. */
async function queueReport(context: Needs, recipients: readonly DueRecipient[], now: Date): Promise<void> {
  const [first] = recipients;
  if (first === undefined) return;
  const { projectId, timeZone, week: name } = first;
  const window = weekWindow({ week: name }, { timeZone, now });
  if (!(await hasRuns(context, projectId, window))) return;
  const week = await weekSummary(context, projectId, { window, filter: { projectId }, now });
  await context.db.transaction().execute(async (transaction) => {
    for (const recipient of recipients)
      await queueFor(transaction, recipient, { week, origin: context.publicUrl(), now });
  });
}

async function queueFor(
  transaction: Db,
  { projectId, userId, bindingId, key }: DueRecipient,
  { week, origin, now }: { week: WeekSummary; origin: string; now: Date },
): Promise<void> {
  const report = { week, projectId, origin };
  if (userId !== null) await queueForPerson(transaction, { key, content: { kind: "week", userId, ...report }, now });
  if (bindingId === null) return;
  const content: ChannelOperation = { subject: null, message: weekMessage(report), report };
  await queueForBinding(
    transaction,
    { projectId, id: bindingId, offer: "channel" },
    { event: "message", key, runId: null, content, now },
  );
}
