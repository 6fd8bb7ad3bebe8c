import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { Db } from "#store/db.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { failedTests } from "#store/results/results.ts";

export type FailedRow = Pick<ResultRow, "id" | "testId" | "status">;

/**
 * Which of these results failed, and did not in the run that theirs is compared with; null where there is no such run. Rows
 * that passed cost nothing.
 */
export async function newlyFailed(
  db: Db,
  projectId: number,
  runId: number,
  rows: readonly FailedRow[],
): Promise<ReadonlySet<number> | null> {
  const failed = rows.filter(({ status }) => status === "failed" || status === "error");
  if (failed.length === 0) return new Set();
  const base = await baseRun(db, projectId, runId);
  if (base === null) return null;
  const tests = failed.map(({ testId }) => testId);
  const before = await failedTests(db, projectId, base.id, tests);
  return new Set(failed.filter(({ testId }) => !before.has(testId)).map(({ id }) => id));
}
