import { dayMs, hourMs } from "@plumb/contract/durations.ts";
import { setImmediate as otherWork } from "node:timers/promises";
import {
  maxPreviewRuns,
  previewDays,
  ruleEvents,
  type RulePreview,
} from "@plumb/contract/integrations/notification-rules.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { waitsUntil } from "./admission.ts";
import { matchesRun } from "./conditions.ts";
import { messagesOfProject } from "./messages-of-project.ts";
import { messagesOfRun } from "./messages-of-run.ts";
import { type ReadRun, readRuns } from "./read-runs.ts";
import type { RuleMessage } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import type { SentKey } from "#store/notification-rules/rule-messages.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import { endedRuns, type RunForRules } from "#store/notification-rules/run-for-rules.ts";

const visible = 10;
/** Time limit for reading runs, and number of runs to read with the same queries. */
const usualLimits = { forMs: 3000, runsAtOnce: 50 };
/** Number of messages to render before yielding to other work. */
const messagesAtOnce = 500;

interface Scope {
  readonly projectId: number;
  readonly publicUrl: string;
  readonly now: Date;
  /** Channel whose format the preview uses. */
  readonly connector: ConnectorId | null;
  /** Settings of the connection to that channel. */
  readonly channelSettings: Readonly<Record<string, string>>;
  readonly brandName: string;
}

/**
 * Returns what a rule would have sent in the last 30 days, using the same functions as sending. Starts with the newest runs, stops after some
 * seconds, and renders only the messages to show.
 */
export async function previewRule(
  db: Db,
  scope: Scope,
  rule: RuleFilter,
  limits = usualLimits,
): Promise<Omit<RulePreview, "problem">> {
  const since = new Date(scope.now.getTime() - previewDays * dayMs);
  const newest = (await endedRuns(db, scope.projectId, { since, limit: maxPreviewRuns + 1 })).toReversed();
  const { looked, found } = await messagesOfRuns(db, scope, rule, newest.slice(0, maxPreviewRuns), limits);
  found.push(...(await messagesOfProject(db, { ...scope, since }, rule)));
  found.sort((a, b) => a.at.getTime() - b.at.getTime());
  const messages = [...new Map(found.toReversed().map((one) => [one.key, one])).values()].toReversed();
  const latest: RulePreview["latest"] = [];
  for (const one of messages.slice(-visible).toReversed()) latest.push(await present(db, one, scope));
  const counts = Map.groupBy(messages, ({ event }) => event);
  return {
    counts: ruleEvents
      .filter((event) => rule.events.includes(event))
      .map((event) => ({ event, messages: counts.get(event)?.length ?? 0 })),
    total: messages.length,
    withheld: await countHeld(rule, messages),
    runs: looked,
    isPartial: looked < newest.length,
    connector: scope.connector,
    latest,
  };
}

/** Returns the messages about runs, and how many runs were read, the newest first. */
async function messagesOfRuns(
  db: Db,
  scope: Scope,
  rule: RuleFilter,
  newest: readonly RunForRules[],
  { forMs, runsAtOnce }: typeof usualLimits,
): Promise<{ looked: number; found: RuleMessage[] }> {
  const until = performance.now() + forMs;
  const runs: ReadRun[] = [];
  let looked = 0;
  while (looked < newest.length && (looked === 0 || performance.now() < until)) {
    const part = newest.slice(looked, looked + runsAtOnce);
    const matching = part.filter((run) => matchesRun(rule.conditions, run));
    runs.push(...(await readRuns(db, scope.projectId, matching, [rule])));
    looked += part.length;
  }
  const found: RuleMessage[] = [];
  // The first of two runs at the same time announces a cause.
  const keys = new Map<string, SentKey>();
  for (const read of runs.toReversed()) {
    const sent = { runId: read.run.id, isHeld: false };
    for (const one of messagesOfRun(scope, rule, read, { keys, canEdit: false, hasPost: false })) {
      found.push(one);
      for (const key of [one.key, ...(one.causeKeys ?? [])]) keys.set(key, sent);
    }
    await otherWork();
  }
  return { looked, found };
}

async function countHeld(rule: RuleFilter, messages: readonly RuleMessage[]): Promise<number> {
  let held = 0;
  const sent: Date[] = [];
  for (const [index, { at }] of messages.entries()) {
    if (index % messagesAtOnce === messagesAtOnce - 1) await otherWork();
    while (sent[0] !== undefined && sent[0].getTime() <= at.getTime() - hourMs) sent.shift();
    if (waitsUntil(rule, sent, at) === null) sent.push(at);
    else held += 1;
  }
  return held;
}

async function present(
  db: Db,
  { event, at, subject, owners = [], message: render }: RuleMessage,
  { connector, channelSettings, brandName }: Scope,
): Promise<RulePreview["latest"][number]> {
  const message = await render(db);
  const { title, url, facts, blocks, footer } = message;
  const channel = connector === null ? undefined : connectors[connector].channel;
  const mention = channel?.mentionOf?.(channelSettings, owners) ?? null;
  const content = channel?.content(message, { brandName, mention, subject }) ?? null;
  return {
    event,
    at: at.toISOString(),
    title,
    url,
    facts: [...facts],
    blocks: [...blocks],
    footer,
    content: content && { ...content },
  };
}
