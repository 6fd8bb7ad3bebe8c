/**
 * State of a failing test or a cause. The reasons are in docs/decisions/0024-new-back-known-resolved.md.
 *
 * - `new`: failed for the first time.
 * - `back`: failed before, then stopped failing, and now fails again.
 * - `known`: failed before and still fails.
 * - `resolved`: no longer fails.
 */
export type FailingState = "new" | "back" | "known" | "resolved";

/**
 * Returns the state of a failing object. All states are derived here. `returned` is checked first, because an object that came back also has an
 * earlier start.
 */
function presentState({ returned, began }: { readonly returned: boolean; readonly began: boolean }) {
  if (returned) return "back";
  return began ? "new" : "known";
}

/** Facts about a failing test in a run and its cause, compared with the base of the run. */
export interface ComparedFailure {
  /** True if the test failed in the base for the same cause. */
  readonly failedInBase: boolean;
  /** True if the cause failed in an earlier run of the base's suite, environment and branch (docs/decisions/0042-new-by-cause.md). */
  readonly failedBeforeBase: boolean;
}

/** Returns the state of a failing test. A test that only failed in the base is resolved. */
export function stateOfFailure({ failedInBase, failedBeforeBase }: ComparedFailure): Exclude<FailingState, "resolved"> {
  return presentState({ returned: !failedInBase && failedBeforeBase, began: !failedInBase && !failedBeforeBase });
}

/** Occurrences of a cause. Timestamps are Unix milliseconds. */
export interface SeenCause {
  /** True if the cause occurs in the latest run of a suite, environment and branch. */
  readonly isPresent: boolean;
  readonly firstSeen: number;
  readonly firstRunId: number;
  readonly lastRunId: number;
  /** The latest run with the cause after runs without it. */
  readonly cameBack: { readonly runId: number; readonly at: number } | null;
}

/** A cause stays `new` or `back` at least this long, regardless of how many runs contain it. */
const newsMs = 24 * 60 * 60_000;

/**
 * Returns the state of a cause. It is `new` or `back` while only one run has it, and at least for a day.
 *
 * @param now Milliseconds since 1970.
 */
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
