import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/** Runs of a project to count or to remove from the counts. */
export interface Counting {
  readonly projectId: number;
  readonly runIds: readonly number[];
  /** Tests to count, with all their results in a run; undefined for all tests. */
  readonly tests?: readonly number[];
}

/** Selects the runs' results that are not superseded. */
export function standingResults({ projectId, runIds, tests }: Counting): RawBuilder<unknown> {
  const ids = numbers(runIds);
  if (tests === undefined)
    return sql`(select * from result where project_id = ${opaqueProjectId(projectId)} and run_id = any(${ids}::bigint[]) and superseded_by is null)`;
  // One lookup in the unique index per test, in its order. Otherwise, the planner reads the whole run for every test.
  return sql`(
    select r.* from unnest(${numbers(tests)}::bigint[]) as part (test_id)
     cross join lateral (
       select * from result
        where project_id = ${opaqueProjectId(projectId)} and test_id = part.test_id and run_id = any(${ids}::bigint[])
        order by run_id, occurrence, generation offset 0) r
     where r.superseded_by is null)`;
}
