import { type AppliedClass, applyClass } from "@plumb/analysis/classification/applied-class.ts";
import type { FailureGroup, SuiteRunFailure, TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { errorDisplay } from "#core/error-shown.ts";
import { presentClass, subClassNamed } from "#failures/verdict.ts";
import type { SelectedFailures } from "#read-models/failures/failure-selection.ts";
import type { Db } from "#store/db.ts";
import { appliedClasses } from "#store/failures/rules/own-classes.ts";
import { type FailedResult, failedResults, type GroupRow } from "#store/failures/failure-rows.ts";
import type { FailedRun, FailedTestCase } from "#read-models/failures/failure-lists.ts";

const maxSubClasses = 3;

/** Returns failed tests with their latest failure, without those whose result was deleted. */
export async function presentTestCases(
  db: Db,
  selected: SelectedFailures,
  projectId: number,
  tests: readonly FailedTestCase[],
): Promise<TestCaseFailure[]> {
  const ids = tests.map(({ resultId }) => resultId);
  const results = await failedResults(db, projectId, ids);
  const applied = await appliedClasses(db, projectId, ids);
  return tests.flatMap((test) => {
    const result = results.get(test.resultId);
    const groupId = selected.failures.pairGroups[test.pair] as number;
    if (result === undefined) return [];
    return [presentTestCase(test, result, applied.get(test.resultId) ?? null, groupId === 0 ? null : groupId)];
  });
}

function presentTestCase(
  { testId, failures, at, run, resultId }: FailedTestCase,
  result: FailedResult,
  applied: AppliedClass | null,
  groupId: number | null,
): TestCaseFailure {
  return {
    ...presentClass(applied),
    id: resultId,
    testId,
    testName: result.titlePath.join(" › "),
    file: result.file,
    suiteName: run.suite,
    environment: run.environment,
    branch: run.branch,
    runId: run.id,
    runNumber: run.number,
    lastSeen: new Date(at).toISOString(),
    failures,
    errorLine: result.errorLine,
    groupId,
  };
}

export function presentSuiteRun({
  run,
  failures,
  byClass,
  groups,
  newGroups,
  subClasses: codes,
}: FailedRun): SuiteRunFailure {
  const names = [...failureClasses, "Unclassified"] as const;
  return {
    suiteName: run.suite,
    runId: run.id,
    runNumber: run.number,
    environment: run.environment,
    branch: run.branch,
    startedAt: run.startedAt.toISOString(),
    failures,
    groups,
    newGroups,
    counts: Object.fromEntries(names.map((name, index) => [name, byClass[index] ?? 0])) as SuiteRunFailure["counts"],
    topSubClasses: codes.slice(0, maxSubClasses).flatMap(([code, count]) => {
      const subClass = subClassNamed(code);
      return subClass === null ? [] : [{ subClass, count }];
    }),
  };
}

export function presentGroup(
  row: GroupRow,
  counted: Pick<
    FailureGroup,
    "memberTests" | "occurrenceCount" | "owners" | "runCount" | "spark" | "state" | "testCount"
  >,
): FailureGroup {
  return {
    ...presentClass(applyClass({ group: row })),
    ...counted,
    id: row.id,
    representativeError: errorDisplay(row.message),
    firstSeen: row.firstSeen.toISOString(),
    firstRun: row.firstRun,
    lastSeen: row.lastSeen.toISOString(),
    lastRun: row.lastRun,
    signatureHash: row.signature,
    pinned: row.pinned,
  };
}
