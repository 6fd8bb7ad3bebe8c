import { type CauseResult, failurePeriods } from "@plumb/analysis/suspects/failure-periods.ts";
import type { Db } from "#store/db.ts";
import type { FailingTest } from "#store/failures/suspects/failing-tests.ts";
import { basesOf } from "#store/runs/base-run.ts";
import { type ResultAround, type ResultsAround, resultsAround } from "#store/failures/suspects/results-around.ts";

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

/** A failing test with its cause; `null` for a failure without an error: all failures of the test then count. */
export interface FailingWith {
  readonly test: FailingTest;
  readonly groupId: number | null;
}

/** Returns when each test failed with its cause up to the given failure, latest first. */
export async function periodsOfTests(
  db: Db,
  projectId: number,
  failing: readonly FailingWith[],
): Promise<TestPeriod[][]> {
  const around = await resultsAround(
    db,
    projectId,
    failing.map(({ test }) => test),
  );
  const periods = failing.map((each, index) => periodsIn(each, around[index] ?? { results: [], searchedAll: true }));
  // These tests have not passed on their branch yet.
  const neverPassed = periods.flatMap(([latest]) =>
    latest === undefined || latest.passedBefore !== null ? [] : [latest],
  );
  const onBase = await passesOnBase(db, projectId, neverPassed);
  return periods.map(([latest, ...others]) => {
    if (latest === undefined) return [];
    const passed = onBase.get(latest);
    return [passed === undefined ? latest : { ...latest, passedBefore: passed, orEarlier: false }, ...others];
  });
}

function periodsIn({ test, groupId }: FailingWith, { results, searchedAll }: ResultsAround): TestPeriod[] {
  const failedAt = results.findIndex(({ runId }) => runId === test.runId);
  const history = results.map((result) => ({ outcome: outcomeOf(result, groupId) }));
  return failurePeriods(history)
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

/** Returns the results in the base runs of the first failures, if those runs are on another branch and the tests passed there. */
async function passesOnBase(
  db: Db,
  projectId: number,
  periods: readonly TestPeriod[],
): Promise<ReadonlyMap<TestPeriod, ResultAround>> {
  if (periods.length === 0) return new Map();
  const bases = await basesOf(db, projectId, [...new Set(periods.map(({ first }) => first.runId))]);
  const elsewhere = periods.flatMap((period) => {
    const base = bases.get(period.first.runId);
    if (base === undefined || base.branch === period.test.branch) return [];
    const { branch, id: runId, startTime } = base;
    return [{ period, test: { ...period.test, branch, runId, startedAt: new Date(startTime) } }];
  });
  const onlyBase = { before: 0, after: 0 };
  const found = await resultsAround(
    db,
    projectId,
    elsewhere.map(({ test }) => test),
    onlyBase,
  );
  return new Map(
    elsewhere.flatMap(({ period }, index) => {
      const [result] = found[index]?.results ?? [];
      return result?.status === "passed" && !result.flaky ? [[period, result] as const] : [];
    }),
  );
}

function outcomeOf({ status, flaky, groupId: cause }: ResultAround, groupId: number | null): CauseResult["outcome"] {
  if (status === "passed" && !flaky) return "passed";
  if (status !== "failed" && status !== "error" && !flaky) return "other";
  return groupId === null || cause === groupId ? "cause" : "failed";
}
