import { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { ChangeKind } from "@plumb/contract/runs/compare.ts";
import { MatrixKind } from "@plumb/contract/runs/compare-many.ts";

/** One test in several runs. Functions take the index of a run. */
export interface TestInRuns {
  readonly runs: number;
  /** 0 failed, 1 errored, 2 running, 3 flaky, 4 skipped, 5 passed on the first attempt; -1 if the test is not in that run. */
  readonly rank: (run: number) => number;
  /** Milliseconds; NaN if unknown. */
  readonly duration: (run: number) => number;
  /** Equal for errors with the same cause; `null` if there is no error. */
  readonly cause: (run: number) => number | string | null;
  /** State in the last run compared with the first, for failing tests. A test that failed in the first for other causes only is new or back. */
  readonly state: () => FailureState;
}

const flaky = 3;
const skipped = 4;
const passed = 5;
const absent = -1;
const slowFactor = 2;
const slowMs = 1000;

const isRed = (rank: number) => rank === 0 || rank === 1;

/** Returns true if the test fails in the last run, and did not fail in the first, or failed there for another cause. */
export function beganToFail({ runs, rank, cause }: Pick<TestInRuns, "cause" | "rank" | "runs">): boolean {
  const head = runs - 1;
  return isRed(rank(head)) && (!isRed(rank(0)) || hasOtherCause(cause(0), cause(head)));
}

/** Facts that determine a test's kinds. */
interface Facts {
  readonly before: number;
  readonly now: number;
  readonly slower: boolean;
  readonly otherCause: boolean;
  readonly failedBetween: boolean;
  /** `null` if the test does not fail. */
  readonly state: FailureState | null;
}

const states = FailureState.options;

const ranks = passed - absent + 1;
/** Cached lists. There are only a few hundred different ones for hundreds of thousands of tests. */
const known: (readonly MatrixKind[] | undefined)[] = [];

/** Returns how the head (the last run) differs from the base (the first run), in the order of `MatrixKind`. */
export function kindsOf(test: TestInRuns): readonly MatrixKind[] {
  const head = test.runs - 1;
  const before = test.rank(0);
  const now = test.rank(head);
  const wasRed = isRed(before);
  const slower = before === passed && now === passed && isSlower(test.duration(0), test.duration(head));
  const between = !wasRed && !isRed(now) && failedBetween(test);
  const state = isRed(now) ? test.state() : null;
  // A repeat of the test in the first run can have the same cause.
  const otherCause = wasRed && state !== null && state !== "known";
  const stateKey = state === null ? 0 : 1 + states.indexOf(state);
  const flags = Number(slower) + 2 * Number(otherCause) + 4 * Number(between) + 8 * stateKey;
  const key = ((before - absent) * ranks + (now - absent)) * 32 + flags;
  return (known[key] ??= kindsBy({ before, now, slower, otherCause, failedBetween: between, state }));
}

function kindsBy(facts: Facts): readonly MatrixKind[] {
  const { before, now, slower, otherCause, failedBetween: between, state } = facts;
  const holds: Record<MatrixKind, boolean> = {
    newFailure: state === "new",
    backAgain: state === "back",
    stillFailing: state === "known",
    fixed: now === passed && isRed(before),
    newlyFlaky: now === flaky && before !== flaky,
    changedCause: otherCause,
    slower,
    added: before === absent && now !== absent,
    removed: before !== absent && now === absent,
    failedBetween: between,
  };
  return MatrixKind.options.filter((kind) => holds[kind]);
}

function hasOtherCause(one: number | string | null, other: number | string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function isSlower(base: number, duration: number): boolean {
  return duration >= slowFactor * base && duration >= base + slowMs;
}

function failedBetween({ runs, rank }: TestInRuns): boolean {
  for (let run = 1; run < runs - 1; run++) if (isRed(rank(run))) return true;
  return false;
}

/** Returns whether a run shows the test in the same state as the head; `null` if it is inconclusive. */
type Evidence = (test: TestInRuns, run: number) => boolean | null;

const whereItRan =
  (holds: Evidence): Evidence =>
  (test, run) =>
    [absent, skipped, 2].includes(test.rank(run)) ? null : holds(test, run);

const evidence: Partial<Record<MatrixKind, Evidence>> = {
  newFailure: whereItRan(({ rank }, run) => isRed(rank(run))),
  backAgain: whereItRan(({ rank }, run) => isRed(rank(run))),
  fixed: whereItRan(({ rank }, run) => !isRed(rank(run))),
  newlyFlaky: whereItRan(({ rank }, run) => rank(run) === flaky),
  changedCause: whereItRan((test, run) => test.cause(run) === test.cause(test.runs - 1)),
  slower: whereItRan(({ rank, duration }, run) => (rank(run) === passed ? isSlower(duration(0), duration(run)) : null)),
  added: ({ rank }, run) => rank(run) !== absent,
  removed: ({ rank }, run) => rank(run) === absent,
};

/** Returns the first run with the state that the test has in the head; `null` if the state never changed. */
export function turnedAt(test: TestInRuns, kinds: readonly MatrixKind[]): number | null {
  const order = kinds.includes("changedCause") ? (["changedCause"] as const) : ChangeKind.options;
  const [shows] = order.flatMap((kind) => (kinds.includes(kind) && evidence[kind]) || []);
  if (shows === undefined) return null;
  let since: number | null = null;
  for (let run = test.runs - 1; run > 0; run--) {
    const visible = shows(test, run);
    if (visible === false) break;
    if (visible === true) since = run;
  }
  return since;
}

/** Returns the duration in the head divided by that in the base; `null` unless the test passed on the first attempt in both. */
export function slowdownOf({ runs, rank, duration }: TestInRuns): number | null {
  const head = runs - 1;
  if (rank(0) !== passed || rank(head) !== passed) return null;
  const factor = duration(head) / duration(0);
  return Number.isFinite(factor) ? factor : null;
}
