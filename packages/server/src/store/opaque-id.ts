import { type RawBuilder, sql } from "kysely";
import { isDistributed } from "./statement-kind.ts";

/**
 * Hides the id of a project from the planner, which otherwise consults its statistics. A project that is newer than the statistics seems to have no
 * rows, so an index that reads the whole project looks as cheap as the one that finds the row, and probing each of 10,000 tests reads 10,000 results
 * (decision 20).
 */
export function opaqueProjectId(id: number): RawBuilder<number> {
  return isDistributed() ? sql`${id}::bigint` : sql`(select ${id}::bigint)`;
}

/**
 * Hides the id of a run from the planner, because the run is not in the statistics either. The planner then looks up the result of a test instead of
 * scanning all results of the run.
 */
export function opaqueRunId(id: number): RawBuilder<number> {
  return opaqueProjectId(id);
}

/** Compares the project without its indexes, for lookups through a hash index: otherwise, the planner reads the whole project. */
export function isProjectWithoutIndex(id: number): RawBuilder<boolean> {
  return isDistributed() ? sql`project_id = ${id}` : sql`project_id + 0 = ${id}`;
}
