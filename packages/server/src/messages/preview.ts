import {
  maxPreviewRuns,
  previewDays,
  ruleEvents,
  type RulePreview,
} from "@plumb/contract/integrations/notification-rules.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { connectors } from "#connectors/registry.ts";
import { waitsUntil } from "#messages/admission.ts";
import { matchesRun } from "#messages/conditions.ts";
import { messagesOfProject } from "#messages/messages-of-project.ts";
import { messagesOfRun } from "#messages/messages-of-run.ts";
import { readRuns } from "#messages/read-runs.ts";
import type { RuleMessage } from "#messages/rule-message.ts";
import type { Db } from "#store/db.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import { endedRuns } from "#store/notification-rules/run-facts.ts";

const shown = 10;

interface Place {
  readonly projectId: number;
  readonly publicUrl: string;
  readonly now: Date;
  /** Channel whose format the messages are shown in. */
  readonly connector: ConnectorId | null;
  readonly brandName: string;
}

/** Returns what a rule would have sent in the last 30 days, by the functions that send. */
export async function previewRule(db: Db, place: Place, rule: RuleFilter): Promise<RulePreview> {
  const since = new Date(place.now.getTime() - previewDays * 86_400_000);
  const runs = await endedRuns(db, place.projectId, { since, limit: maxPreviewRuns + 1 });
  const isPartial = runs.length > maxPreviewRuns;
  const matching = (isPartial ? runs.slice(1) : runs).filter((run) => matchesRun(rule.conditions, run));
  const found: RuleMessage[] = [];
  for (const read of await readRuns(db, place.projectId, matching, rule.events))
    found.push(...messagesOfRun(place, rule, read));
  found.push(...(await messagesOfProject(db, { ...place, since }, rule)));
  found.sort((a, b) => a.at.getTime() - b.at.getTime());
  const messages = [...new Map(found.toReversed().map((one) => [one.key, one])).values()].toReversed();
  const sent: Date[] = [];
  for (const { at } of messages) if (waitsUntil(rule, sent, at) === null) sent.push(at);
  return {
    counts: ruleEvents
      .filter((event) => rule.events.includes(event))
      .map((event) => ({ event, messages: messages.filter((one) => one.event === event).length })),
    total: messages.length,
    withheld: messages.length - sent.length,
    runs: runs.length - (isPartial ? 1 : 0),
    isPartial,
    connector: place.connector,
    latest: messages
      .slice(-shown)
      .toReversed()
      .map((one) => present(one, place)),
  };
}

function present(
  { event, at, subject, message }: RuleMessage,
  { connector, brandName }: Place,
): RulePreview["latest"][number] {
  const { title, url, facts, blocks, footer } = message;
  const channel = connector === null ? undefined : connectors[connector].channel;
  const content = channel?.content(message, { brandName, subject }) ?? null;
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
