import type { UpdatedTest } from "@plumb/contract/realtime.ts";
import type { Db } from "#store/db.ts";
import { rowsOf } from "#store/results/results.ts";
import { statesOfRows } from "#store/runs/failing-rows.ts";

/** Returns updated tests of a running run for open pages. `baseId` is `null` if there is no base run. */
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
