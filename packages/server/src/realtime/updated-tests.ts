import type { UpdatedTest } from "@plumb/contract/realtime.ts";
import type { Db } from "#store/db.ts";
import { rowsOf } from "#store/results/results.ts";
import { statesOfRows } from "#store/runs/failing-rows.ts";

/** Tests of a run that goes on, as whoever watches it is told of them. @param run Its `baseId` is null where it has no base. */
export async function updatedTests(
  db: Db,
  { projectId, runId, baseId }: { readonly projectId: number; readonly runId: number; readonly baseId: number | null },
  ids: readonly number[],
): Promise<UpdatedTest[]> {
  const rows = await rowsOf(db, projectId, ids);
  const failed = rows.filter(({ status }) => status === "failed" || status === "error");
  const states = baseId === null ? [] : await statesOfRows(db, { projectId, runId, baseId }, failed);
  const stateOf = new Map(failed.map(({ id }, index) => [id, states[index] ?? null]));
  return rows.map((row) => ({ ...row, state: stateOf.get(row.id) ?? null }));
}
