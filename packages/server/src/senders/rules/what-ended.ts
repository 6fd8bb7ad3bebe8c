import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import type { Db } from "#store/db.ts";
import { endedCauses, endedIncidents, laterRuns, recoveredTests } from "#store/notification-rules/ended-since.ts";
import type { HeldMessage } from "#store/notification-rules/rule-messages.ts";

/** Events of something that can end. */
const problems: ReadonlySet<RuleEvent> = new Set([
  "run.failed",
  "gate.failed",
  "cause.new",
  "cause.returned",
  "test.flaky",
  "test.broken",
  "incident.began",
  "suite.silent",
]);
const ends: ReadonlySet<RuleEvent> = new Set(["cause.fixed", "incident.ended"]);

/** Held messages by what became of their subjects. */
export interface SortedMessages {
  readonly open: readonly HeldMessage[];
  readonly ended: readonly HeldMessage[];
  /** About something that neither lasts nor ends, such as an assigned analysis item. */
  readonly other: readonly HeldMessage[];
}

/** Sorts held messages. Only the last one about the failed runs of a suite, environment and branch counts. */
export async function sortByEnd(
  db: Db,
  projectId: number,
  held: readonly HeldMessage[],
  now: Date,
): Promise<SortedMessages> {
  const found = held.filter(({ event }) => problems.has(event));
  const runs = new Map((await laterRuns(db, projectId, runIdsOf(found))).map((run) => [run.runId, run]));
  const ended = new Set<string>([
    ...(await endedCauses(db, projectId, causesOf(found))).map(({ runId, groupId }) => `${runId} cause:${groupId}`),
    ...(await endedIncidents(db, projectId, idsOf(found, "incident"), now)).map((id) => `incident:${id}`),
    ...(await recoveredTests(db, projectId, idsOf(found, "test"))).map((id) => `test:${id}`),
  ]);
  const hasEnded = (one: HeldMessage): boolean => {
    const { event, runId, subjects } = one;
    if (event === "suite.silent") return idsOf([one], "run").some((id) => runs.get(id)?.hasLater === true);
    if (event === "run.failed" || event === "gate.failed") return runId !== null && runs.get(runId)?.passed === true;
    const own = subjects.filter((subject) => !subject.startsWith("run:"));
    return own.length > 0 && own.every((subject) => ended.has(subject) || ended.has(`${runId} ${subject}`));
  };
  const [open, over] = [found.filter((one) => !hasEnded(one)), found.filter(hasEnded)];
  const about = new Set(found.flatMap(({ subjects }) => subjects));
  const seriesOf = ({ event, id, runId }: HeldMessage) =>
    event === "run.failed" || event === "gate.failed"
      ? `${event} ${runId === null ? id : (runs.get(runId)?.series ?? id)}`
      : String(id);
  return {
    open: lastOf(open, seriesOf),
    ended: [
      ...lastOf(over, seriesOf),
      // A problem that began and ended while messages were held is listed once.
      ...held.filter(({ event, subjects }) => ends.has(event) && !subjects.some((subject) => about.has(subject))),
    ],
    other: held.filter(({ event }) => !problems.has(event) && !ends.has(event)),
  };
}

function lastOf(messages: readonly HeldMessage[], key: (one: HeldMessage) => string): HeldMessage[] {
  return [...new Map(messages.map((one) => [key(one), one])).values()];
}

/** Runs of the messages, and the last runs of silent suites. */
function runIdsOf(messages: readonly HeldMessage[]): number[] {
  return [...new Set([...messages.flatMap(({ runId }) => runId ?? []), ...idsOf(messages, "run")])];
}

function causesOf(messages: readonly HeldMessage[]): { runId: number; groupId: number }[] {
  return messages.flatMap((one) =>
    one.runId === null ? [] : idsOf([one], "cause").map((groupId) => ({ runId: one.runId ?? 0, groupId })),
  );
}

/** Returns the ids in subjects such as `cause:5`. */
function idsOf(messages: readonly HeldMessage[], kind: "cause" | "incident" | "run" | "test"): number[] {
  const ids = messages.flatMap(({ subjects }) =>
    subjects.flatMap((subject) => (subject.startsWith(`${kind}:`) ? Number(subject.slice(kind.length + 1)) : [])),
  );
  return [...new Set(ids)];
}
