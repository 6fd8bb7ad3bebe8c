import { dayMs, hourMs } from "@plumb/contract/durations.ts";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Context } from "#core/context.ts";
import { currentSettings } from "#core/current-settings.ts";
import { waitsUntil } from "./admission.ts";
import type { ChannelOperation } from "./channel-handler.ts";
import { messagesOfProject, projectEvents } from "./messages-of-project.ts";
import { messagesOfRun } from "./messages-of-run.ts";
import { readRuns } from "./read-runs.ts";
import type { Message } from "#connectors/message.ts";
import type { RuleMessage } from "./rule-message.ts";
import { isSwitchedOff } from "./switched-off.ts";
import type { Db } from "#store/db.ts";
import {
  lockRule,
  newKeys,
  rememberSent,
  sentSince,
  type Held,
  withhold,
} from "#store/notification-rules/rule-messages.ts";
import { listeningRules, type RuleRow, rulesWithEvents } from "#store/notification-rules/rules.ts";
import { runForRules } from "#store/notification-rules/run-for-rules.ts";

/** Earlier events of tests and incidents are not announced. */
const lookBackMs = dayMs;

/** Queues the messages of all rules about an ended run, each once. Its failures have been collected. */
export async function queueRunMessages(
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "publicUrl">,
  { projectId, runId }: { projectId: number; runId: number },
): Promise<void> {
  const { db, clock } = context;
  const settings = await currentSettings(context);
  const rules = (await listeningRules(db, projectId)).filter(
    ({ connectorType }) => !isSwitchedOff(connectorType, settings),
  );
  const run = rules.length === 0 ? null : await runForRules(db, projectId, runId);
  if (run === null) return;
  const events = rules.flatMap((rule) => rule.events);
  const [read] = await readRuns(db, projectId, [run], events);
  const scope = { projectId, publicUrl: context.publicUrl() };
  for (const rule of rules) {
    // A new rule sends nothing about runs that had ended and arrived before it.
    const isOld = run.endedAt < rule.createdAt && run.arrivedAt < rule.createdAt;
    const messages = read === undefined || isOld ? [] : messagesOfRun(scope, rule, read);
    if (messages.length > 0)
      await db.transaction().execute((transaction) => queueOf(transaction, rule, { runId, messages, now: clock() }));
  }
  context.bus.publish({ about: "jobs" });
}

/** Queues the messages of all rules about tests and incidents since the last day, each once. */
export async function queueProjectMessages(
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "publicUrl">,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = context;
  const settings = await currentSettings(context);
  for (const rule of await rulesWithEvents(db, projectEvents)) {
    if (signal.aborted) return;
    if (isSwitchedOff(rule.connectorType, settings)) continue;
    const now = clock();
    const { projectId, createdAt } = rule;
    // A new rule sends nothing that happened before it.
    const since = new Date(Math.max(createdAt.getTime(), now.getTime() - lookBackMs));
    const scope = { projectId, publicUrl: context.publicUrl(), since, now };
    const messages = await messagesOfProject(db, scope, rule);
    if (messages.length > 0)
      await db.transaction().execute((transaction) => queueOf(transaction, rule, { runId: null, messages, now }));
  }
  context.bus.publish({ about: "jobs" });
}

async function queueOf(
  transaction: Db,
  rule: RuleRow,
  { runId, messages, now }: { runId: number | null; messages: readonly RuleMessage[]; now: Date },
): Promise<void> {
  if (!(await lockRule(transaction, rule))) return;
  const fresh = await newKeys(
    transaction,
    rule,
    messages.map(({ key }) => key),
  );
  if (fresh.size === 0) return;
  const sent = await sentSince(transaction, rule, new Date(now.getTime() - hourMs));
  const [sending, waiting]: [RuleMessage[], Held[]] = [[], []];
  for (const one of messages.filter(({ key }) => fresh.delete(key))) {
    const sendAt = waitsUntil(rule, sent, now);
    if (sendAt === null) {
      sent.push(now);
      sending.push(one);
    } else {
      const { title, url } = one.message();
      waiting.push({ key: one.key, event: one.event, title, url, sendAt });
    }
  }
  if (waiting.length > 0) await withhold(transaction, rule, { messages: waiting, runId, now });
  if (sending.length === 0) return;
  await rememberSent(
    transaction,
    rule,
    sending.map(({ key }) => key),
    now,
  );
  for (const { key, subject, message } of sending)
    await sendTo(transaction, rule, { key, runId, content: { subject, message: message() }, now });
}

/**
 * Queues a message to the channel of a rule.
 *
 * @throws Error if its connection was disabled meanwhile, so that the transaction keeps the message.
 */
export async function sendTo(
  transaction: Db,
  { projectId, id, bindingId }: Pick<RuleRow, "bindingId" | "id" | "projectId">,
  options: {
    key: string;
    runId: number | null;
    content: Omit<ChannelOperation, "message"> & { message: Message };
    now: Date;
  },
): Promise<void> {
  const key = `rule:${id}:${options.key}`;
  await queueForBinding(
    transaction,
    { projectId, id: bindingId, offer: "channel" },
    { ...options, event: "message", key },
  );
}
