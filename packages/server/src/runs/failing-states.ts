import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { Db } from "#store/db.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { statesOfRows } from "#store/runs/failing-rows.ts";

export type FailedRow = Pick<ResultRow, "id" | "occurrence" | "status" | "testId">;

/** By result. */
export type FailingStates = ReadonlyMap<number, FailureState>;

/** Returns the states of these failed results, compared with the base of their run; `null` if there is no base. Passed rows are not looked up. */
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
  const states = await statesOfRows(db, { projectId, runId, baseId: base.id }, failed);
  return new Map(failed.map(({ id }, index) => [id, states[index] as FailureState]));
}
