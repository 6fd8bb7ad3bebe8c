import { counted } from "@plumb/contract/text/counted.ts";
import { hourMs } from "@plumb/contract/durations.ts";
import { type RuleEvent, ruleEvents } from "@plumb/contract/integrations/notification-rules.ts";
import type { Message } from "#connectors/message.ts";
import type { Context } from "#core/context.ts";
import { currentSettings } from "#core/current-settings.ts";
import { waitsUntil } from "./admission.ts";
import { sendTo } from "./queue-messages.ts";
import { isSwitchedOff } from "./switched-off.ts";
import {
  forgetOldMessages,
  lockRule,
  rememberSent,
  rulesToSumUp,
  sentSince,
  takeHeld,
  type HeldMessage,
} from "#store/notification-rules/rule-messages.ts";
import { ruleById } from "#store/notification-rules/rules.ts";

const listed = 20;

const words: Readonly<Record<RuleEvent, string>> = {
  "run.finished": "finished",
  "run.failed": "failed",
  "run.recovered": "passed again",
  "gate.failed": "that failed the gate",
  "cause.new": "new causes",
  "cause.returned": "causes that are back",
  "cause.taken": "causes that were taken",
  "cause.fixed": "causes that were fixed",
  "test.flaky": "tests that became flaky",
  "test.broken": "tests that broke",
  "quarantine.ends": "quarantines that end",
  "incident.began": "incidents",
  "incident.ended": "incidents that ended",
  "item.assigned": "analysis items that were assigned",
  "item.due": "analysis items that are due",
  "item.overdue": "overdue analysis items",
  "suite.silent": "suites that have not run",
};

/** Events that make the message that sums up a failure. */
const failures: readonly RuleEvent[] = ["run.failed", "gate.failed", "cause.new", "test.broken", "incident.began"];

/** Sends one message for all that were withheld by a rule, as soon as its quiet hours, its limit and the settings of the server allow it. */
export async function sumUpMessages(
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "publicUrl">,
  signal: AbortSignal,
): Promise<void> {
  const now = context.clock();
  const settings = await currentSettings(context);
  for (const { projectId, id } of await rulesToSumUp(context.db, now)) {
    if (signal.aborted) return;
    await context.db.transaction().execute(async (transaction) => {
      if (!(await lockRule(transaction, { projectId, id }))) return;
      const rule = await ruleById(transaction, projectId, id);
      if (rule === null || isSwitchedOff(rule.connectorType, settings)) return;
      const sent = await sentSince(transaction, rule, new Date(now.getTime() - hourMs));
      if (waitsUntil(rule, sent, now) !== null) return;
      const held = await takeHeld(transaction, { projectId, id }, now);
      const last = held.at(-1);
      if (last === undefined) return;
      const message = summary(held, `${context.publicUrl()}/defects?project=${projectId}`);
      const key = `sum:${last.id}`;
      await rememberSent(transaction, rule, [key], now);
      await sendTo(transaction, rule, { key, runId: null, content: { subject: null, message }, now });
    });
  }
  context.bus.publish({ about: "jobs" });
  await forgetOldMessages(context.db, now);
}

/** Returns the message that stands for others. Its counts are those of the withheld messages. */
function summary(held: readonly HeldMessage[], url: string): Message {
  const counts = ruleEvents.flatMap((event) => {
    const count = held.filter((one) => one.event === event).length;
    return count === 0
      ? []
      : [
          {
            label: event.startsWith("run.") || event === "gate.failed" ? `Runs ${words[event]}` : words[event],
            value: String(count),
          },
        ];
  });
  return {
    title: `${counted(held.length, "message was", "messages were")} held back`,
    url,
    tone: held.some(({ event }) => failures.includes(event)) ? "failure" : "neutral",
    facts: counts.map(({ label, value }) => ({ label: label.charAt(0).toUpperCase() + label.slice(1), value })),
    blocks: [
      { kind: "list", items: held.slice(0, listed).map(({ title, url: to }) => [{ text: title, url: to }]) },
      ...(held.length > listed ? [{ kind: "paragraph", content: [`and ${held.length - listed} more`] } as const] : []),
    ],
    actions: [],
    footer: "They were held back by quiet hours or by the limit of the rule.",
  };
}
