import { stateOfFailure } from "@plumb/analysis/failures/failing-state.ts";
import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { Db } from "#store/db.ts";
import { testsFailedBefore } from "#store/runs/failed-before.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { failedTests } from "#store/results/results.ts";

export type FailedRow = Pick<ResultRow, "id" | "testId" | "status">;

/** By result. */
export type FailingStates = ReadonlyMap<number, FailureState>;

/**
 * Where those of these results that failed stand, against the run that theirs is compared with; null where there is no such run.
 * Rows that passed cost nothing.
 */
export async function failingStates(
  db: Db,
  projectId: number,
  runId: number,
  rows: readonly FailedRow[],
): Promise<FailingStates | null> {
  const failed = rows.filter(({ status }) => status === "failed" || status === "error");
  if (failed.length === 0) return new Map();
  const base = await baseRun(db, projectId, runId);
  if (base === null) return null;
  const tests = failed.map(({ testId }) => testId);
  const inBase = await failedTests(db, projectId, base.id, tests);
  const fresh = tests.filter((testId) => !inBase.has(testId));
  const before = await testsFailedBefore(db, projectId, base.id, fresh);
  return new Map(
    failed.map(({ id, testId }) => {
      const state = stateOfFailure({ failedInBase: inBase.has(testId), failedBeforeBase: before.has(testId) });
      return [id, state];
    }),
  );
}
