import { subjectFirst, withSubject } from "@plumb/analysis/errors/error-subject.ts";
import type {
  DecidedBy,
  FailureGroup,
  SubClass,
  SuiteRunFailure,
  TestCaseFailure,
} from "@plumb/contract/failures/failures.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/verdict.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { firstLine } from "#core/text.ts";
import { inPercent, subClassNamed } from "#failures/verdict.ts";
import type { FailedResult, GroupRow } from "#store/failures/failure-rows.ts";
import type { FailedRun, FailedTestCase } from "#store/failures/failure-lists.ts";

const mostSubClasses = 3;
const errorLength = 500;

/** What a group is taken for, as it is answered. */
export function classOfGroup(group: Pick<GroupRow, "class" | "confidence" | "decidedBy" | "subClass"> | undefined): {
  primaryClass: FailureClass | null;
  subClass: SubClass | null;
  confidence: number | null;
  decidedBy: DecidedBy | null;
} {
  const primaryClass = group?.class ?? null;
  if (group === undefined || primaryClass === null)
    return { primaryClass: null, subClass: null, confidence: null, decidedBy: null };
  return {
    primaryClass,
    subClass: subClassNamed(group.subClass),
    confidence: group.confidence === null ? null : inPercent(group.confidence),
    decidedBy: group.decidedBy,
  };
}

export function presentTestCase(
  { testId, failures, at, run, resultId }: FailedTestCase,
  result: FailedResult,
  said: ReturnType<typeof classOfGroup>,
  groupId: number | null,
): TestCaseFailure {
  return {
    ...said,
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
    counts: Object.fromEntries(names.map((name, place) => [name, byClass[place] ?? 0])) as SuiteRunFailure["counts"],
    topSubClasses: codes.slice(0, mostSubClasses).flatMap(([code, count]) => {
      const subClass = subClassNamed(code);
      return subClass === null ? [] : [{ subClass, count }];
    }),
  };
}

/** What an error says first, and what it is about before all. */
export function errorShown(message: string): string {
  return cut(subjectFirst(withSubject(firstLine(message, errorLength), message)), errorLength);
}

export function presentGroup(
  row: GroupRow,
  counted: Pick<FailureGroup, "memberTests" | "occurrenceCount" | "runCount" | "spark" | "state" | "testCount">,
): FailureGroup {
  return {
    ...classOfGroup(row),
    ...counted,
    id: row.id,
    representativeError: errorShown(row.message),
    firstSeen: row.firstSeen.toISOString(),
    firstRun: row.firstRun,
    lastSeen: row.lastSeen.toISOString(),
    lastRun: row.lastRun,
    signatureHash: row.signature,
    pinned: row.pinned,
  };
}
