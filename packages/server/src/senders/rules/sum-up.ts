import { counted } from "@plumb/contract/text/counted.ts";
import { hourMs } from "@plumb/contract/durations.ts";
import { type RuleEvent, ruleEvents } from "@plumb/contract/integrations/notification-rules.ts";
import { formatCount } from "@plumb/contract/figures.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import type { Message } from "#connectors/message.ts";
import type { Context } from "#core/context.ts";
import { currentSettings } from "#core/current-settings.ts";
import { waitsUntil } from "./admission.ts";
import { sendTo } from "./queue-of-rule.ts";
import { isSwitchedOff } from "./switched-off.ts";
import { sortByEnd, type SortedMessages } from "./what-ended.ts";
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
  "cause.closed": "causes that were closed without a fix",
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
      const sorted = await sortByEnd(transaction, projectId, held, now);
      const message = summary(held, sorted, `${context.publicUrl()}/defects?project=${projectId}`);
      const key = `sum:${last.id}`;
      await rememberSent(transaction, rule, { keys: [{ key, counts: true, contentHash: null }], runId: null, now });
      await sendTo(transaction, rule, { key, runId: null, content: { subject: null, message }, now });
    });
  }
  context.bus.publish({ about: "jobs" });
  await forgetOldMessages(context.db, now);
}

/** Returns the message that stands for others: what is still open, and what has ended meanwhile. */
function summary(held: readonly HeldMessage[], { open, ended, other }: SortedMessages, url: string): Message {
  const counts = ruleEvents.flatMap((event) => {
    const count = held.filter((one) => one.event === event).length;
    const label = event.startsWith("run.") || event === "gate.failed" ? `Runs ${words[event]}` : words[event];
    return count === 0 ? [] : [{ label: label.charAt(0).toUpperCase() + label.slice(1), value: String(count) }];
  });
  const isMixed = open.length + ended.length > 0;
  return {
    title: titleOf(held, { open, ended, other }),
    url,
    tone: open.length > 0 ? "failure" : ended.length > 0 ? "success" : "neutral",
    facts: counts,
    blocks: [
      ...listOf("Still open", open),
      ...listOf("Ended", ended),
      ...listOf(isMixed ? "Other messages" : null, other),
    ],
    actions: [],
    footer: "They were held back by quiet hours or by the limit of the rule.",
  };
}

function titleOf(held: readonly HeldMessage[], { open, ended }: SortedMessages): string {
  const back = `${counted(held.length, "message was", "messages were")} held back`;
  if (open.length + ended.length === 0) return back;
  const [openText, endedText] = [`${formatCount(open.length)} still open`, `${formatCount(ended.length)} ended`];
  if (open.length === 0) return `${back}: ${endedText}, nothing is open`;
  return `${back}: ${ended.length === 0 ? openText : `${openText}, ${endedText}`}`;
}

function listOf(heading: string | null, messages: readonly HeldMessage[]): Block[] {
  if (messages.length === 0) return [];
  const rest = messages.length - listed;
  return [
    ...(heading === null ? [] : [{ kind: "heading", text: heading } as const]),
    { kind: "list", items: messages.slice(0, listed).map(({ title, url: to }) => [{ text: title, url: to }]) },
    ...(rest > 0 ? [{ kind: "paragraph", content: [`and ${formatCount(rest)} more`] } as const] : []),
  ];
}
