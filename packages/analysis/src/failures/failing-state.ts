/**
 * Where a failing test or a cause of failures stands. The words, and why, are in docs/decisions/0024-new-back-known-resolved.md.
 *
 * - `new`: it failed for the first time.
 * - `back`: it failed before, then did not, and fails again.
 * - `known`: it failed before and goes on failing.
 * - `resolved`: it does not fail any more.
 */
export type FailingState = "new" | "back" | "known" | "resolved";

/** The one place that gives the word to what fails. What returned has begun before, so it is asked first. */
function presentState({ returned, began }: { readonly returned: boolean; readonly began: boolean }) {
  if (returned) return "back";
  return began ? "new" : "known";
}

/** What is known of a test that fails in a run, by the run that it is compared with: its base. */
interface ComparedFailure {
  readonly failedInBase: boolean;
  /** In an earlier run of the suite, environment and branch of the base. */
  readonly failedBeforeBase: boolean;
}

/** Of a test that fails. One that only failed in the base is resolved. */
export function stateOfFailure({ failedInBase, failedBeforeBase }: ComparedFailure): Exclude<FailingState, "resolved"> {
  return presentState({ returned: !failedInBase && failedBeforeBase, began: !failedInBase && !failedBeforeBase });
}

/** What is known of a cause. Moments are milliseconds since 1970. */
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
