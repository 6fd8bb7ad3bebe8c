import type { Db } from "#store/db.ts";
import type { FailingTest } from "#store/failures/suspects/failing-tests.ts";
import { periodsOfTests, type TestPeriod } from "./test-periods.ts";

/** Numbers of branches, and of tests per branch, whose history is read. */
const [readBranches, readTests] = [2, 3];

/** Tests that fail with a cause in one suite, environment and branch. */
export interface FailingCause {
  readonly tests: readonly FailingTest[];
  /** `null` for a failure without an error. */
  readonly groupId: number | null;
}

/** A cause, and when its tests failed with it. */
export interface TestsAndPeriods extends FailingCause {
  /** Per test, latest first. */
  readonly periods: readonly (readonly TestPeriod[])[];
}

/**
 * Returns the tests of each suite, environment and branch: main branches first, those of runs that have not ended last, and those with the latest
 * failure first.
 */
export function byScope<Test extends FailingTest>(tests: readonly Test[], mainBranches: readonly string[]): Test[][] {
  const scopes = Map.groupBy(tests, ({ suite, environment, branch }) => JSON.stringify([suite, environment, branch]));
  const isMain = ([test]: readonly Test[]) => Number(mainBranches.includes(test?.branch ?? ""));
  const isRunning = ([test]: readonly Test[]) => Number(test?.running === true);
  return [...scopes.values()]
    .toSorted((one, other) => isRunning(one) - isRunning(other) || isMain(other) - isMain(one))
    .slice(0, readBranches)
    .map((ofScope) => ofScope.slice(0, readTests));
}

/** Returns when the tests of each cause failed. Causes share the statements. */
export async function periodsOf(
  db: Db,
  projectId: number,
  causes: readonly FailingCause[],
): Promise<TestsAndPeriods[]> {
  const failing = causes.flatMap(({ tests, groupId }) => tests.map((test) => ({ test, groupId })));
  const periods = await periodsOfTests(db, projectId, failing);
  return causes.map((cause) => ({ ...cause, periods: periods.splice(0, cause.tests.length) }));
}

/**
 * Returns how the latest period began that all tests have in common: with the earliest of the first failures, after the latest of the last passes
 * before it. If they began to fail at different times, returns that of the test that failed first.
 */
export function commonStart({ periods }: TestsAndPeriods): TestPeriod | null {
  const starts = periods.flatMap(([latest]) => latest ?? []);
  const [first] = starts.toSorted((one, other) => one.first.at.getTime() - other.first.at.getTime());
  if (first === undefined) return null;
  const passed = starts
    .flatMap(({ passedBefore }) => passedBefore ?? [])
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .find(({ at }) => at.getTime() < first.first.at.getTime());
  return { ...first, passedBefore: passed ?? first.passedBefore };
}
