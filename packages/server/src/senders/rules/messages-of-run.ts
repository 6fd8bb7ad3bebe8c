import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { serverGate } from "@plumb/contract/runs/server-gate.ts";
import { aboutCauses, aboutFixed } from "./about-causes.ts";
import { aboutGate, aboutRun } from "./about-run.ts";
import { type CauseOfRule, causesOfRule, isNews } from "./causes-of-rule.ts";
import { matchesCause, matchesRun } from "./conditions.ts";
import type { ReadRun } from "./read-runs.ts";
import { causeSubject, type MessageScope, type RuleMessage } from "./rule-message.ts";
import type { SentKey } from "#store/notification-rules/rule-messages.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import type { CauseInRun } from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

type Rule = Pick<RuleFilter, "conditions" | "events">;

/** Earlier messages of a rule. */
export interface SentBefore {
  /** Keys of its messages, and of the causes that they announced. */
  readonly keys: ReadonlyMap<string, SentKey>;
  /** Whether the channel can edit the message about a run, and whether the rule has sent one about this run. */
  readonly canEdit: boolean;
  readonly hasPost: boolean;
}

/**
 * Returns the messages of a rule about a run. Repeated calls return the same result, except for causes that another message announced. One message
 * covers the result of the run and its new and returned causes.
 */
export function messagesOfRun(scope: MessageScope, rule: Rule, read: ReadRun, before: SentBefore): RuleMessage[] {
  const { events, conditions } = rule;
  if (!matchesRun(conditions, read.run)) return [];
  const causes = causesOfRule(conditions, read);
  // A rule for owners or classes only applies to runs that failed with one of their causes.
  const isRequested = (conditions.owner.length === 0 && conditions.class.length === 0) || causes.length > 0;
  const fixed = read.fixed.filter(
    (cause) => matchesCause(conditions, cause) && !before.keys.has(fixedKey(read.run, cause)),
  );
  return [
    ...messageOfResult(scope, events, { read, causes, isRequested, before }),
    ...(events.includes("gate.failed") && isRequested ? messagesOfGate(scope, read) : []),
    ...(events.includes("cause.fixed") && fixed.length > 0 ? [messageOfFixed(scope, read.run, fixed)] : []),
  ];
}

/** Returns the keys by which the causes of a run are announced once. */
export function causeKeysOf({ run, causes, fixed }: ReadRun): string[] {
  return [
    ...causes.flatMap(({ groupId }) =>
      (["new", "returned"] as const).map((state) => causeKey(run, { groupId, state })),
    ),
    ...fixed.map((cause) => fixedKey(run, cause)),
  ];
}

interface Result {
  readonly read: ReadRun;
  readonly causes: readonly CauseOfRule[];
  readonly isRequested: boolean;
  readonly before: SentBefore;
}

function messageOfResult(
  scope: MessageScope,
  events: readonly RuleEvent[],
  { read, causes, isRequested, before }: Result,
): RuleMessage[] {
  const { run } = read;
  const event = isRequested ? runEvent(events, run, read.previousStatus) : null;
  const news = causes.filter(isNews);
  const common = (about: readonly CauseOfRule[]) => ({
    at: run.endedAt,
    also: about.map(({ groupId }) => causeSubject(groupId)),
    about: [`run:${run.id}`],
    causeKeys: about.map((cause) => causeKey(run, cause)),
    owners: about.flatMap(({ owners }) => owners),
    role: "post" as const,
  });
  if (event !== null) {
    const key = `run:${run.id}:${run.status === "failed" ? "failed" : event}`;
    const message = { ...common(news), event, key, subject: null };
    if (before.canEdit || before.keys.get(key)?.isHeld !== false)
      return [{ ...message, message: (db) => aboutRun(db, scope, { event, read, causes }) }];
  }
  const requested = news.filter((cause) => events.includes(eventOf(cause)));
  const fresh = requested.filter((cause) => isFresh(causeKey(run, cause), run, before));
  const [first] = fresh;
  if (first !== undefined) {
    const isOne = fresh.length === 1;
    const message: RuleMessage = {
      ...common(fresh),
      event: fresh.some(({ state }) => state === "new") ? "cause.new" : "cause.returned",
      // A cause is announced once, so the key of several is that of one of them.
      key: isOne ? causeKey(run, first) : `causes:${run.id}:${Math.min(...fresh.map(({ groupId }) => groupId))}`,
      subject: isOne ? causeSubject(first.groupId) : null,
      broadcast: true,
      message: (db) => aboutCauses(db, scope, { run, causes: fresh }),
    };
    return [message];
  }
  // Its message was right when it was sent, such as one about a recovered run.
  if (!before.hasPost) return [];
  const message = (db: Parameters<RuleMessage["message"]>[0]) =>
    aboutRun(db, scope, { event: "run.finished", read, causes });
  return [
    {
      ...common([]),
      event: "run.finished",
      key: `run:${run.id}:correction`,
      subject: null,
      role: "correction",
      message,
    },
  ];
}

function eventOf({ state }: CauseOfRule): RuleEvent {
  return state === "new" ? "cause.new" : "cause.returned";
}

/** Two runs at the same time can both be the first with a cause. */
function causeKey(run: RunForRules, { groupId, state }: Pick<CauseOfRule, "groupId" | "state">): string {
  return state === "new" ? `cause:${groupId}:cause.new` : `cause:${groupId}:cause.returned:${run.id}`;
}

function fixedKey(run: RunForRules, { groupId }: Pick<CauseInRun, "groupId">): string {
  return `cause:${groupId}:cause.fixed:${run.id}`;
}

/** A message that can be edited still lists the causes that it announced. */
function isFresh(key: string, { id }: RunForRules, { keys, canEdit }: SentBefore): boolean {
  return !keys.has(key) || (canEdit && keys.get(key)?.runId === id);
}

/** A run causes one message: about its failure or recovery if the rule includes these events, otherwise about its end. */
function runEvent(
  events: readonly RuleEvent[],
  { status, failed, total }: RunForRules,
  previousStatus: ReadRun["previousStatus"],
): RuleEvent | null {
  const isRed = status === "failed" || failed > 0;
  if (isRed && events.includes("run.failed")) return "run.failed";
  const recovered = status === "completed" && total > 0 && previousStatus === "failed";
  if (recovered && events.includes("run.recovered")) return "run.recovered";
  return events.includes("run.finished") ? "run.finished" : null;
}

function messagesOfGate(scope: MessageScope, { run, gate }: ReadRun): RuleMessage[] {
  if (gate === null) return [];
  const { newFailures, incomplete, runError, baseNumber } = gate;
  const isUnreliable = incomplete || runError || run.total === 0;
  const verdict = serverGate({ reports: 1, newFailures, unreliable: isUnreliable ? 1 : 0 });
  if (verdict.passed) return [];
  const failed = verdict.rules.flatMap(({ passed, text }) => (passed ? [] : [text]));
  const message = () => aboutGate(scope, { run, failed, baseNumber });
  const about = [`run:${run.id}`];
  return [{ event: "gate.failed", key: `gate:${run.id}`, at: run.endedAt, subject: null, about, message }];
}

function messageOfFixed(scope: MessageScope, run: RunForRules, causes: readonly CauseInRun[]): RuleMessage {
  const subjects = causes.map(({ groupId }) => causeSubject(groupId));
  const causeKeys = causes.map((cause) => fixedKey(run, cause));
  return {
    event: "cause.fixed",
    key:
      causeKeys.length === 1
        ? (causeKeys[0] ?? "")
        : `fixed:${run.id}:${Math.min(...causes.map(({ groupId }) => groupId))}`,
    at: run.endedAt,
    // Causes that were announced together are fixed in the thread of that message.
    subject: subjects[0] ?? null,
    about: subjects,
    causeKeys,
    message: (db) => aboutFixed(db, scope, { run, causes }),
  };
}
