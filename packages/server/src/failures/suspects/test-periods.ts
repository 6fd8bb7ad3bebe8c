import { type CauseResult, failurePeriods } from "@plumb/analysis/suspects/failure-periods.ts";
import type { Db } from "#store/db.ts";
import type { FailingTest } from "#store/failures/suspects/failing-tests.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { type ResultAround, resultsAround } from "#store/failures/suspects/results-around.ts";

/** Two results of a test on different sides of a change, both with a commit. */
export interface Change {
  readonly test: FailingTest;
  readonly after: ResultAround & { readonly commit: string };
  readonly until: ResultAround & { readonly commit: string };
}

/** A time in which a test failed with a cause, in one suite, environment and branch. */
export interface TestPeriod {
  readonly test: FailingTest;
  /** Last pass before it. On a branch where the test never passed, that of the base run; `null` if there is none. */
  readonly passedBefore: ResultAround | null;
  readonly first: ResultAround;
  readonly last: ResultAround;
  /** First pass after it; `null` if the test has not passed since. */
  readonly passedAfter: ResultAround | null;
  /** True if the test did not pass in any run that was searched, and there are older runs. */
  readonly orEarlier: boolean;
  /** True if it passed in some runs in between. */
  readonly onAndOff: boolean;
}

/**
 * Returns when a test failed with a cause up to the given failure, latest first.
 *
 * @param groupId `null` for failures without an error: all failures of the test then count.
 */
export async function periodsOfTest(
  db: Db,
  projectId: number,
  test: FailingTest,
  groupId: number | null,
): Promise<TestPeriod[]> {
  const { results, searchedAll } = await resultsAround(db, projectId, test);
  const failedAt = results.findIndex(({ runId }) => runId === test.runId);
  const history = results.map((result) => ({ outcome: outcomeOf(result, groupId) }));
  const periods = failurePeriods(history)
    .filter(({ first }) => first <= failedAt)
    .map(({ first, last, passedBefore, passedAfter }): TestPeriod => {
      const [began, ended] = [results[first] as ResultAround, results[last] as ResultAround];
      return {
        test,
        passedBefore: results[passedBefore] ?? null,
        first: began,
        last: ended,
        passedAfter: results[passedAfter] ?? null,
        orEarlier: passedBefore === -1 && !searchedAll,
        onAndOff: history.slice(first, last).some(({ outcome }) => outcome === "passed"),
      };
    })
    .toReversed();
  const [latest] = periods;
  if (latest === undefined || latest.passedBefore !== null) return periods;
  // The test has not passed on this branch yet.
  const passed = await passOnBase(db, projectId, test, latest.first);
  return [{ ...latest, passedBefore: passed, orEarlier: latest.orEarlier && passed === null }, ...periods.slice(1)];
}

/** Returns the change with which a period began; `null` if its runs have no commit. */
export function changeBefore({ test, passedBefore, first }: TestPeriod): Change | null {
  return changeBetween(test, passedBefore, first);
}

/** Returns the change that ended a period; `null` if it has not ended or its runs have no commit. */
export function changeAfter({ test, last, passedAfter }: TestPeriod): Change | null {
  return changeBetween(test, last, passedAfter);
}

function changeBetween(test: FailingTest, after: ResultAround | null, until: ResultAround | null): Change | null {
  if (after?.commit == null || until?.commit == null) return null;
  return { test, after: { ...after, commit: after.commit }, until: { ...until, commit: until.commit } };
}

/** Returns the test's result in the base run of its first failure, if that run is on another branch and the test passed there. */
async function passOnBase(
  db: Db,
  projectId: number,
  test: FailingTest,
  failed: ResultAround,
): Promise<ResultAround | null> {
  const base = await baseRun(db, projectId, failed.runId);
  if (base === null || base.branch === test.branch) return null;
  const reference = { branch: base.branch, runId: base.id, startedAt: new Date(base.startTime) };
  const { results } = await resultsAround(db, projectId, { ...test, ...reference });
  const result = results.find(({ runId }) => runId === base.id);
  return result?.status === "passed" && !result.flaky ? result : null;
}

function outcomeOf({ status, flaky, groupId: cause }: ResultAround, groupId: number | null): CauseResult["outcome"] {
  if (status === "passed" && !flaky) return "passed";
  if (status !== "failed" && status !== "error" && !flaky) return "other";
  return groupId === null || cause === groupId ? "cause" : "failed";
}
