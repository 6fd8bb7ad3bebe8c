import { type FailurePeriod, failurePeriods } from "@plumb/analysis/suspects/failure-periods.ts";
import type { Db } from "#store/db.ts";
import type { FailingTest } from "#store/failures/suspects/failing-tests.ts";
import { type ResultAround, resultsAround } from "#store/failures/suspects/results-around.ts";

/** Two results of a test on different sides of a change, both with a commit. */
export interface Change {
  readonly test: FailingTest;
  readonly after: ResultAround & { readonly commit: string };
  readonly until: ResultAround & { readonly commit: string };
}

/** When a test began to fail with a cause, and when it stopped, latest first. */
export interface TestPeriods {
  readonly began: readonly (Change | null)[];
  readonly ended: readonly (Change | null)[];
}

/** @param groupId `null` for failures without an error: all failures of the test then count. */
export async function periodsOfTest(
  db: Db,
  projectId: number,
  test: FailingTest,
  groupId: number | null,
): Promise<TestPeriods> {
  const results = await resultsAround(db, projectId, test);
  const periods = failurePeriods(results.map((result) => ({ outcome: outcomeOf(result, groupId) }))).toReversed();
  const change = (after: number, until: number): Change | null => {
    const [one, other] = [results[after], results[until]];
    if (one?.commit == null || other?.commit == null) return null;
    return { test, after: { ...one, commit: one.commit }, until: { ...other, commit: other.commit } };
  };
  return {
    began: periods.map(({ passedBefore, first }: FailurePeriod) => change(passedBefore, first)),
    ended: periods.map(({ last, passedAfter }: FailurePeriod) => change(last, passedAfter)),
  };
}

function outcomeOf({ status, flaky, groupId: cause }: ResultAround, groupId: number | null) {
  if (status === "passed" && !flaky) return "passed";
  if (status !== "failed" && status !== "error" && !flaky) return "other";
  return groupId === null || cause === groupId ? "cause" : "failed";
}
