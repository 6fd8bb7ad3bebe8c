import type {
  DecidedBy,
  FailureGroup,
  SubClass,
  SuiteRunFailure,
  TestCaseFailure,
} from "@plumb/contract/failures/failures.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { errorShown } from "#core/error-shown.ts";
import { inPercent, subClassNamed } from "#failures/verdict.ts";
import type { ProjectFailures } from "#read-models/failures/failure-index.ts";
import type { FailedResult, GroupRow } from "#store/failures/failure-rows.ts";
import type { FailedRun, FailedTestCase } from "#read-models/failures/failure-lists.ts";

const maxSubClasses = 3;

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

/** Returns the class set by a rule of the project; `undefined` if no rule applies. */
export function classByRule(
  { rules, pairClasses, pairRules }: Pick<ProjectFailures, "pairClasses" | "pairRules" | "rules">,
  pair: number,
): ReturnType<typeof classOfGroup> | undefined {
  const rule = rules.get(pairRules[pair] as number);
  if (rule === undefined) return undefined;
  const primaryClass = failureClasses[pairClasses[pair] as number] ?? null;
  return { primaryClass, subClass: subClassNamed(rule.subClass), confidence: 100, decidedBy: "rule" };
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
    topSubClasses: codes.slice(0, maxSubClasses).flatMap(([code, count]) => {
      const subClass = subClassNamed(code);
      return subClass === null ? [] : [{ subClass, count }];
    }),
  };
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
