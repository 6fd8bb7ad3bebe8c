import type { Settings } from "@plumb/contract/administration/settings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { queueForBinding } from "#bindings/queue-delivery.ts";
import type { Context } from "#core/context.ts";
import { currentSettings } from "#core/current-settings.ts";
import { waitsUntil } from "#messages/admission.ts";
import type { ChannelOperation } from "#messages/channel-handler.ts";
import { messagesOfRun, readRun, type RunMessage } from "#messages/messages-of-run.ts";
import type { Db } from "#store/db.ts";
import { lockRule, rememberSent, sentSince, withhold } from "#store/notification-rules/rule-messages.ts";
import { listeningRules, type RuleRow } from "#store/notification-rules/rules.ts";
import { runFacts } from "#store/notification-rules/run-facts.ts";

/** Runs that started earlier are imported history. */
const newsMs = 86_400_000;
const hourMs = 3_600_000;

/** Returns true if an administrator switched off this kind of notification for the whole server. */
export function isSwitchedOff(type: ConnectorId, { notifications }: Pick<Settings, "notifications">): boolean {
  return (type === "email" || type === "slack" || type === "teams") && !notifications[type];
}

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
  const run = rules.length === 0 ? null : await runFacts(db, projectId, runId);
  if (run === null || clock().getTime() - run.startedAt.getTime() > newsMs) return;
  const read = await readRun(db, projectId, run);
  const place = { projectId, publicUrl: context.publicUrl() };
  for (const rule of rules) {
    const messages = messagesOfRun(place, rule, read);
    if (messages.length > 0)
      await db.transaction().execute((transaction) => queueOf(transaction, rule, { runId, messages, now: clock() }));
  }
  context.bus.publish({ about: "jobs" });
}

async function queueOf(
  transaction: Db,
  rule: RuleRow,
  { runId, messages, now }: { runId: number; messages: readonly RunMessage[]; now: Date },
): Promise<void> {
  if (!(await lockRule(transaction, rule))) return;
  const sent = await sentSince(transaction, rule, new Date(now.getTime() - hourMs));
  for (const { key, event, subject, message } of messages) {
    const sendAt = waitsUntil(rule, sent, now);
    if (sendAt !== null) {
      const { title, url } = message;
      await withhold(transaction, rule, { key, event, title, url, runId, now, sendAt });
    } else if (await rememberSent(transaction, rule, key, now)) {
      sent.push(now);
      await sendTo(transaction, rule, { key, runId, content: { subject, message }, now });
    }
  }
}

/** Queues a message to the channel of a rule. */
export async function sendTo(
  transaction: Db,
  { projectId, id, bindingId }: Pick<RuleRow, "bindingId" | "id" | "projectId">,
  given: {
    key: string;
    runId: number | null;
    content: Omit<ChannelOperation, "message"> & { message: RunMessage["message"] };
    now: Date;
  },
): Promise<void> {
  const key = `rule:${id}:${given.key}`;
  await queueForBinding(
    transaction,
    { projectId, id: bindingId, offer: "channel" },
    { ...given, event: "message", key },
  );
}
