import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";

/** A decision about a cause: its class, or that it is the same as another cause. */
export type TriageVerdict =
  | { readonly as: FailureClass }
  | { readonly same: { readonly id: number; readonly error: string } };

/** Outcome of a decision about a cause in this visit. */
export type TriageOutcome = TriageVerdict &
  ({ readonly status: "saving" | "saved" } | { readonly status: "failed"; readonly reason: string });

export type TriageOutcomes = ReadonlyMap<number, TriageOutcome>;

/** Other acts on a cause in this visit. */
export interface CauseDeeds {
  /** Name of the assignee; `null` for an item without one. */
  readonly assignee?: string | null;
  /** Number of tests put in quarantine or muted. */
  readonly quarantined?: number;
}

/** By the id of the cause. */
export type TriageDeeds = ReadonlyMap<number, CauseDeeds>;

/**
 * Returns the causes in the order in which they were first listed. A decision may remove a cause from the filtered list, but the user returns to it
 * by its position.
 *
 * @param before Causes that were listed before.
 */
export function queueAfter(before: readonly FailureGroup[], listed: readonly FailureGroup[]): readonly FailureGroup[] {
  const byId = new Map(listed.map((group) => [group.id, group]));
  const known = new Set(before.map(({ id }) => id));
  const next = [...before.map((group) => byId.get(group.id) ?? group), ...listed.filter(({ id }) => !known.has(id))];
  return next.length === before.length && next.every((group, index) => group === before[index]) ? before : next;
}

/** Returns the class of a cause, as the user last set it. A decision that failed does not count. */
export function classInQueue({ id, primaryClass }: FailureGroup, outcomes: TriageOutcomes): FailureClass | null {
  const outcome = outcomes.get(id);
  return outcome === undefined || outcome.status === "failed" || !("as" in outcome) ? primaryClass : outcome.as;
}

/** Returns whether a user has decided about a cause. A decision that is not saved yet does not count. */
export function isDecided({ id, decidedBy }: FailureGroup, outcomes: TriageOutcomes): boolean {
  return outcomes.get(id)?.status === "saved" || (outcomes.get(id) === undefined && decidedBy === "person");
}

/** Returns the first cause without a decision of a user, otherwise the first one. */
export function firstUndecided(queue: readonly FailureGroup[], outcomes: TriageOutcomes): FailureGroup | undefined {
  return queue.find((group) => !isDecided(group, outcomes)) ?? queue[0];
}

/** Returns the cause after or before another one. A cause that the filters exclude is before the first one. */
export function causeBeside(queue: readonly FailureGroup[], id: number, step: 1 | -1): FailureGroup | undefined {
  const index = queue.findIndex((group) => group.id === id);
  return queue[index + step];
}

/** Number of failures of the queue, and of those whose cause has a decision. Those of a merged cause count with the other one. */
export function decidedFailures(queue: readonly FailureGroup[], outcomes: TriageOutcomes) {
  const own = queue.filter(({ id }) => {
    const outcome = outcomes.get(id);
    return outcome === undefined || !("same" in outcome) || outcome.status !== "saved";
  });
  return { decided: failuresOf(own.filter((group) => isDecided(group, outcomes))), total: failuresOf(own) };
}

function failuresOf(groups: readonly FailureGroup[]): number {
  return groups.reduce((total, { occurrenceCount }) => total + occurrenceCount, 0);
}
