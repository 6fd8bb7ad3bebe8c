/**
 * State of a failing test or a cause. Decision 24 (docs/decisions/0024-new-back-known-resolved.md) has the reasons.
 *
 * - `new`: failed for the first time.
 * - `back`: failed before, then did not, and fails again.
 * - `known`: failed before and still fails.
 * - `resolved`: no longer fails.
 */
export type FailingState = "new" | "back" | "known" | "resolved";

/**
 * Returns the state of a failing object; the only place that decides it. A returned one also began earlier, so this
 * is checked first.
 */
function presentState({ returned, began }: { readonly returned: boolean; readonly began: boolean }) {
  if (returned) return "back";
  return began ? "new" : "known";
}

/** The facts about a test that fails in a run, from the base of the run. */
export interface ComparedFailure {
  readonly failedInBase: boolean;
  /** In an earlier run of the suite, environment and branch of the base. */
  readonly failedBeforeBase: boolean;
}

/** Of a failing test. One that only failed in the base is resolved. */
export function stateOfFailure({ failedInBase, failedBeforeBase }: ComparedFailure): Exclude<FailingState, "resolved"> {
  return presentState({ returned: !failedInBase && failedBeforeBase, began: !failedInBase && !failedBeforeBase });
}

/** Occurrences of a cause. Timestamps are Unix milliseconds. */
export interface SeenCause {
  /** In the latest run of a suite, environment and branch. */
  readonly isPresent: boolean;
  readonly firstSeen: number;
  readonly firstRunId: number;
  readonly lastRunId: number;
  /** The latest run that had it after runs without it. */
  readonly cameBack: { readonly runId: number; readonly at: number } | null;
}

/** So long a cause is news, however many runs show it. */
const newsMs = 24 * 60 * 60_000;

/** A cause is news as long as one run has shown it, or for a day. @param now Milliseconds since 1970. */
export function stateOfCause(
  { isPresent, firstSeen, firstRunId, lastRunId, cameBack }: SeenCause,
  now: number,
): FailingState {
  if (!isPresent) return "resolved";
  return presentState({
    returned: cameBack !== null && (cameBack.runId === lastRunId || now - cameBack.at < newsMs),
    began: firstRunId === lastRunId || now - firstSeen < newsMs,
  });
}
