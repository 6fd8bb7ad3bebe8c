import { dayMs } from "@plumb/contract/durations.ts";
import type { Context } from "#core/context.ts";
import { currentSettings } from "#core/current-settings.ts";
import { messagesOfProject, projectEvents } from "./messages-of-project.ts";
import { causeKeysOf, messagesOfRun } from "./messages-of-run.ts";
import { queueOf } from "./queue-of-rule.ts";
import { type ReadRun, readRuns } from "./read-runs.ts";
import type { MessageScope } from "./rule-message.ts";
import { isSwitchedOff } from "./switched-off.ts";
import type { Db } from "#store/db.ts";
import { bindingById } from "#store/integrations/bindings.ts";
import { connectorById } from "#store/integrations/connectors.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { lockRule, postOfRun, sentKeys } from "#store/notification-rules/rule-messages.ts";
import { listeningRules, type RuleRow, rulesWithEvents } from "#store/notification-rules/rules.ts";
import { runForRules } from "#store/notification-rules/run-for-rules.ts";

/** Earlier events of tests and incidents are not announced. */
const lookBackMs = dayMs;

/** Queues the messages of all rules about an ended run, each once, or their edits. Its failures have been collected. */
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
  const [read] = await readRuns(db, projectId, [run], rules);
  const scope = { projectId, publicUrl: context.publicUrl() };
  for (const rule of rules) {
    // A new rule sends nothing about runs that had ended and arrived before it.
    const isOld = run.endedAt < rule.createdAt && run.arrivedAt < rule.createdAt;
    if (read !== undefined && !isOld)
      await db.transaction().execute((transaction) => queueAboutRun(transaction, rule, { scope, read, now: clock() }));
  }
  context.bus.publish({ about: "jobs" });
}

async function queueAboutRun(
  transaction: Db,
  rule: RuleRow,
  { scope, read, now }: { scope: MessageScope; read: ReadRun; now: Date },
): Promise<void> {
  if (!(await lockRule(transaction, rule))) return;
  const runId = read.run.id;
  const canEdit = await canEditIn(transaction, rule);
  const post = canEdit ? await postOfRun(transaction, rule, runId) : null;
  const runKeys = ["failed", ...rule.events].map((event) => `run:${runId}:${event}`);
  const keys = await sentKeys(transaction, rule, [...runKeys, ...causeKeysOf(read)]);
  const messages = messagesOfRun(scope, rule, read, { keys, canEdit, hasPost: post !== null });
  await queueOf(transaction, rule, { messages, now, about: { scope, run: read.run, post, canEdit } });
}

/** Returns true if the channel of a rule can edit its messages. Secrets stay encrypted: it only matters which ones exist. */
async function canEditIn(db: Db, { projectId, bindingId, connectorType }: RuleRow): Promise<boolean> {
  const { channel } = connectors[connectorType];
  const binding = channel?.update === undefined ? null : await bindingById(db, projectId, bindingId);
  const account = binding?.connectorId == null ? null : await connectorById(db, projectId, binding.connectorId);
  if (channel === undefined || binding === null || account === null) return false;
  return channel.canEdit({
    binding: { ...binding.settings, ...binding.secrets },
    credentials: { ...account.settings, ...account.secrets },
  });
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
      await db.transaction().execute(async (transaction) => {
        if (await lockRule(transaction, rule)) await queueOf(transaction, rule, { messages, now, about: null });
      });
  }
  context.bus.publish({ about: "jobs" });
}
