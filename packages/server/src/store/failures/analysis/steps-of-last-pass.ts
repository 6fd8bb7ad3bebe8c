import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { detailBlock } from "#store/exports/exported-results.ts";
import { detailReader } from "#store/results/result-detail.ts";

/** Returns a function that reads the step titles of a test in its last passed result before the run; `null` if it never passed. */
export function stepsOfLastPass(db: Db, projectId: number, runId: number) {
  const detailOf = detailReader((id) => detailBlock(db, projectId, id));
  return async (testId: number): Promise<string[] | null> => {
    const { rows } = await sql<{ detailId: number | null; detailSlot: number | null }>`
      select detail_id as "detailId", detail_slot as "detailSlot" from result
       where project_id = ${opaqueProjectId(projectId)} and test_id = ${testId} and run_id < ${runId} and superseded_by is null and rank = 5
       order by run_id desc limit 1
    `.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    const attempts = (await detailOf(row))?.attempts ?? [];
    return attempts.flatMap(({ steps = [] }) => steps.map(({ title }) => title));
  };
}
