import { type FailurePeriod, failurePeriods } from "@plumb/analysis/suspects/failure-periods.ts";
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
  const change = (after: number, until: number) => changeBetween(test, results[after], results[until]);
  const began = periods.map(({ passedBefore, first }: FailurePeriod) => change(passedBefore, first));
  const [latest] = periods;
  // The test has not passed on this branch yet.
  if (latest?.passedBefore === -1)
    began[0] = changeBetween(test, await passOnBase(db, projectId, test, results[latest.first]), results[latest.first]);
  return { began, ended: periods.map(({ last, passedAfter }: FailurePeriod) => change(last, passedAfter)) };
}

function changeBetween(
  test: FailingTest,
  after: ResultAround | undefined,
  until: ResultAround | undefined,
): Change | null {
  if (after?.commit == null || until?.commit == null) return null;
  return { test, after: { ...after, commit: after.commit }, until: { ...until, commit: until.commit } };
}

/** Returns the test's result in the base run of its first failure, if that run is on another branch and the test passed there. */
async function passOnBase(
  db: Db,
  projectId: number,
  test: FailingTest,
  failed: ResultAround | undefined,
): Promise<ResultAround | undefined> {
  const base = failed === undefined ? null : await baseRun(db, projectId, failed.runId);
  if (base === null || base.branch === test.branch) return undefined;
  const reference = { branch: base.branch, runId: base.id, startedAt: new Date(base.startTime) };
  const result = (await resultsAround(db, projectId, { ...test, ...reference })).find(({ runId }) => runId === base.id);
  return result?.status === "passed" && !result.flaky ? result : undefined;
}

function outcomeOf({ status, flaky, groupId: cause }: ResultAround, groupId: number | null) {
  if (status === "passed" && !flaky) return "passed";
  if (status !== "failed" && status !== "error" && !flaky) return "other";
  return groupId === null || cause === groupId ? "cause" : "failed";
}
