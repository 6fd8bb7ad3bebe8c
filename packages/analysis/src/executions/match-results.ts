type TestStatus = "announced" | "error" | "failed" | "passed" | "running" | "skipped";

/** Returns true for a test that has not finished. Its row is replaced by the next result. */
export function isUndecided(status: TestStatus): boolean {
  return status === "announced" || status === "running";
}

/** A result that is already stored in the run. */
export interface Existing {
  readonly id: number;
  /** Position in the list of results. */
  readonly seq: number;
  readonly testId: number;
  readonly occurrence: number;
  readonly generation: number;
  readonly sourceId: number;
  readonly shard: number | null;
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
}

/** Fields that determine a result's position and what it takes over from an earlier result. */
export interface Matchable {
  /** Identifies the test. */
  readonly key: string;
  readonly occurrence?: number | undefined;
  readonly replaces?: number | null;
  readonly amends?: { readonly retries: number; readonly durationMs: number | null } | null;
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
}

interface Target {
  readonly sourceId: number;
  readonly shard: number | null;
}

/** A result with its position among its test's results in the run. */
export type MatchedResult<Result extends Matchable> = Result & {
  readonly testId: number;
  readonly occurrence: number;
  readonly generation: number;
  /** Id and position of the unfinished result that it replaces. */
  readonly reuses?: { readonly id: number; readonly seq: number };
};

export interface MatchedBatch<Result extends Matchable> {
  readonly placed: readonly MatchedResult<Result>[];
  readonly superseded: readonly Existing[];
  /** Unfinished rows of this source that these results replace. */
  readonly replaced: readonly Existing[];
}

/** Determines for each result whether it is new or repeats an earlier one. */
export function matchResults<Result extends Matchable>(
  results: readonly Result[],
  ids: ReadonlyMap<string, number>,
  existing: readonly Existing[],
  target: Target,
): MatchedBatch<Result> {
  const byTest = Map.groupBy(existing, ({ testId }) => testId);
  const taken = new Map<number, number[]>();
  const placed: MatchedResult<Result>[] = [];
  const superseded: Existing[] = [];
  const replaced: Existing[] = [];
  for (const result of results) {
    const testId = ids.get(result.key) as number;
    const earlier = byTest.get(testId) ?? [];
    const occurrences = taken.get(testId) ?? earlier.map(({ occurrence }) => occurrence);
    taken.set(testId, occurrences);
    const open = earlier.findIndex((other) => replacesUnfinished(result, other, target));
    const before = open < 0 ? undefined : earlier.splice(open, 1)[0];
    if (before !== undefined) {
      replaced.push(before);
      const reuses = { id: before.id, seq: before.seq };
      placed.push({ ...result, testId, ...continued(before, result), reuses });
      continue;
    }
    const at = earlier.findIndex(
      (other) =>
        other.sourceId !== target.sourceId &&
        (target.shard === null || other.shard === null || other.shard === target.shard) &&
        !hidesFailure(result, other),
    );
    const again = at < 0 ? undefined : earlier.splice(at, 1)[0];
    if (again === undefined) {
      const reported = result.occurrence;
      const occurrence =
        reported === undefined || occurrences.includes(reported) ? Math.max(0, ...occurrences) + 1 : reported;
      occurrences.push(occurrence);
      placed.push({ ...result, testId, occurrence, generation: 0 });
    } else if (isUndecided(again.status)) {
      // The test was only announced or running, so this is not a second attempt.
      superseded.push(again);
      placed.push({ ...result, testId, ...continued(again, result), generation: again.generation + 1 });
    } else {
      superseded.push(again);
      placed.push({
        ...result,
        testId,
        occurrence: again.occurrence,
        generation: again.generation + 1,
        firstStatus: again.firstStatus,
        flaky:
          result.status === "passed" &&
          (result.flaky || again.flaky || again.status === "failed" || again.status === "error"),
        retries: again.retries + 1 + result.retries,
        durationMs:
          result.durationMs === null && again.durationMs === null
            ? null
            : (result.durationMs ?? 0) + (again.durationMs ?? 0),
      });
    }
  }
  return { placed, superseded, replaced };
}

/** A live source sends the id of the result that it replaces. Otherwise, the unfinished result of this test is replaced; a report has at most one. */
function replacesUnfinished({ amends, replaces }: Matchable, other: Existing, target: Target): boolean {
  if (other.sourceId !== target.sourceId) return false;
  if (!isUndecided(other.status) && (amends ?? null) === null) return false;
  return replaces === undefined || other.id === replaces;
}

/**
 * A failure stays in the list until the run is arranged. Only then is it known whether the other result is a later attempt, ran in another place or
 * was skipped.
 */
function hidesFailure({ status }: Matchable, other: Existing): boolean {
  return isFailure(other.status) && !isFailure(status);
}

function isFailure(status: TestStatus): boolean {
  return status === "failed" || status === "error";
}

/** Returns the fields that include earlier attempts. */
function continued(
  before: Existing,
  result: Matchable,
): Pick<MatchedResult<Matchable>, "occurrence" | "generation" | "firstStatus" | "flaky" | "retries" | "durationMs"> {
  const { occurrence, generation } = before;
  const { firstStatus, flaky, retries, durationMs } = result;
  if (generation === 0) return { occurrence, generation, firstStatus, flaky, retries, durationMs };
  const failedBefore = before.firstStatus === "failed" || before.firstStatus === "error";
  const reported = result.amends ?? { retries: 0, durationMs: 0 };
  return {
    occurrence,
    generation,
    firstStatus: before.firstStatus,
    flaky: result.status === "passed" && (flaky || failedBefore),
    retries: before.retries + retries - reported.retries,
    durationMs:
      before.durationMs === null && durationMs === null
        ? null
        : (before.durationMs ?? 0) + (durationMs ?? 0) - (reported.durationMs ?? 0),
  };
}

/** Returns how much each of the run's counters changes. */
export function countsOf({ placed, superseded, replaced }: MatchedBatch<Matchable>) {
  const difference = (counts: (result: Matchable | Existing) => number) =>
    placed.reduce((sum, result) => sum + counts(result), 0) -
    [...superseded, ...replaced].reduce((sum, result) => sum + counts(result), 0);
  const having = (status: TestStatus) => difference((result) => (result.status === status ? 1 : 0));
  return {
    total: difference(() => 1),
    passed: having("passed"),
    failed: having("failed"),
    errored: having("error"),
    skipped: having("skipped"),
    running: having("running"),
    flaky: difference((result) => (result.flaky ? 1 : 0)),
    firstPassed: difference((result) => (result.firstStatus === "passed" ? 1 : 0)),
    durationMs: difference((result) => result.durationMs ?? 0),
  };
}
