import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { serverGate } from "@plumb/contract/runs/server-gate.ts";
import { aboutCause, aboutFixed, aboutGate, aboutRun } from "./about-run.ts";
import { matchesCause, matchesRun } from "./conditions.ts";
import type { ReadRun } from "./read-runs.ts";
import { causeSubject, type MessageScope, type RuleMessage } from "./rule-message.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import type { FailedCause } from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

/** Returns the messages of a rule about a run. Repeated calls return the same result. */
export function messagesOfRun(
  scope: MessageScope,
  { events, conditions }: Pick<RuleFilter, "conditions" | "events">,
  read: ReadRun,
): RuleMessage[] {
  const { run, previousStatus } = read;
  if (!matchesRun(conditions, run)) return [];
  const narrowed = conditions.owner.length > 0 || conditions.class.length > 0;
  const causes = read.causes.filter((cause) => matchesCause(conditions, cause));
  const messages: RuleMessage[] = [];
  const event = runEvent(events, run, previousStatus);
  // A rule for owners or classes only applies to runs that failed with one of their causes.
  const isRequested = !narrowed || causes.length > 0;
  if (event !== null && isRequested)
    messages.push({
      event,
      key: `run:${run.id}:${run.status === "failed" ? "failed" : event}`,
      at: run.endedAt,
      subject: null,
      message: () => aboutRun(scope, { event, read, causes }),
    });
  if (events.includes("gate.failed") && isRequested) messages.push(...messagesOfGate(scope, read));
  messages.push(...causes.flatMap((cause) => messagesOfCause(scope, events, { run, cause })));
  if (events.includes("cause.fixed"))
    for (const cause of read.fixed.filter((each) => matchesCause(conditions, each)))
      messages.push({
        event: "cause.fixed",
        key: `cause:${cause.groupId}:cause.fixed:${run.id}`,
        at: run.endedAt,
        subject: causeSubject(cause.groupId),
        message: () => aboutFixed(scope, { run, cause }),
      });
  return messages;
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
  return [{ event: "gate.failed", key: `gate:${run.id}`, at: run.endedAt, subject: null, message }];
}

function messagesOfCause(
  scope: MessageScope,
  events: readonly RuleEvent[],
  { run, cause }: { run: RunForRules; cause: FailedCause },
): RuleMessage[] {
  const event = cause.isFirst ? "cause.new" : cause.failedBefore ? null : "cause.returned";
  if (event === null || !events.includes(event) || cause.inIncident) return [];
  return [
    {
      event,
      // Two runs at the same time can both be the first.
      key: `cause:${cause.groupId}:${event}${event === "cause.new" ? "" : `:${run.id}`}`,
      at: run.endedAt,
      subject: causeSubject(cause.groupId),
      message: () => aboutCause(scope, { event, run, cause }),
    },
  ];
}
