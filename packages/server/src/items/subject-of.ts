import type { SubjectIds } from "@plumb/contract/items/annotations.ts";
import { refusedFields } from "#core/api-error.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { Db } from "#store/db.ts";
import type { StoredSubject, SubjectLabels } from "#store/items/item-rows.ts";
import { groupOfSubject, resultOfSubject, runOfSubject, testOfSubject } from "#store/items/subjects.ts";

/**
 * Returns the subject of an item with its current names.
 *
 * @throws ApiError `invalid` for missing objects, and for ids that do not belong together.
 */
export async function subjectOf(
  transaction: Db,
  projectId: number,
  { testRunId, testCaseId, testId, groupId }: SubjectIds,
): Promise<StoredSubject> {
  const result = testCaseId === null ? null : await resultOfSubject(transaction, projectId, testCaseId);
  if (testCaseId !== null && result === null) throw refusedFields({ testCaseId: "This test result does not exist" });
  if (result !== null && testRunId !== null && result.runId !== testRunId)
    throw refusedFields({ testCaseId: "This test result is not part of the report" });
  if (result !== null && testId !== null && result.testId !== testId)
    throw refusedFields({ testId: "This test does not match the test result" });
  const runId = result?.runId ?? testRunId;
  const run = runId === null ? null : await runOfSubject(transaction, projectId, runId);
  if (runId !== null && run === null) throw refusedFields({ testRunId: "This report does not exist" });
  const test = result ?? (testId === null ? null : await testOfSubject(transaction, projectId, testId));
  if (testId !== null && test === null) throw refusedFields({ testId: "This test does not exist" });
  const group = groupId === null ? null : await groupOfSubject(transaction, projectId, groupId);
  if (groupId !== null && group === null) throw refusedFields({ groupId: "This cause does not exist" });
  const error = group === null ? result?.error : errorDisplay(group.message);
  const words: SubjectLabels = {
    ...run,
    ...(test !== null && { test: test.test }),
    ...(typeof error === "string" && { error }),
  };
  const ids = { runId, resultId: testCaseId, testId: result?.testId ?? testId, groupId };
  return { kind: kindOf(ids), ...ids, words };
}

function kindOf({ runId, resultId, testId, groupId }: Omit<StoredSubject, "kind" | "words">): StoredSubject["kind"] {
  if (groupId !== null) return "group";
  if (resultId !== null) return "result";
  if (testId !== null) return "test";
  return runId === null ? null : "run";
}

/** Returns the subject as one line for the history. */
export function subjectLine({ kind, words: { suite, runNumber, test, error } }: StoredSubject): string | null {
  const report = runNumber === undefined ? "" : `report #${runNumber} of ${suite ?? ""}`.trim();
  if (kind === null) return null;
  if (kind === "group") return `the failure “${error ?? ""}”`;
  if (kind === "run") return report;
  return report === "" ? `the test ${test ?? ""}` : `${test ?? ""} in ${report}`;
}
