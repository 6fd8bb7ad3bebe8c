import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "./batch.ts";
import type { Existing, MatchedBatch, Matchable } from "@plumb/analysis/executions/match-results.ts";

/** Returns the results of these tests in their runs, except those that a later source superseded. */
export async function resultsOfTests(
  db: Db,
  projectId: number,
  tests: readonly { readonly runId: number; readonly testId: number }[],
): Promise<(Existing & { readonly runId: number })[]> {
  // One lookup in the unique index per test, as in `testIds`. Superseded results are filtered after the lookup: a condition inside would let the
  // planner read the whole run for each test through the index of the list.
  const { rows } = await sql<Existing & { readonly runId: number }>`
    select r.id, r.seq, r.run_id as "runId", r.test_id as "testId", r.occurrence, r.generation, r.upload_id as "sourceId", u.shard,
           r.status, r.first_status as "firstStatus", r.flaky, r.retries, r.duration_ms as "durationMs"
      from unnest(${numbers(tests.map(({ runId }) => runId))}::bigint[], ${numbers(tests.map(({ testId }) => testId))}::bigint[])
           as given (run_id, test_id)
     cross join lateral (
             select * from result
              where project_id = ${opaqueProjectId(projectId)} and test_id = given.test_id and run_id = given.run_id
              order by occurrence, generation
             offset 0) r
      join upload u on u.project_id = ${opaqueProjectId(projectId)} and u.id = r.upload_id
     where r.superseded_by is null
     order by r.run_id, r.test_id, r.occurrence
  `.execute(db);
  return rows;
}

/** Deletes results that the batches replace, and marks results that they supersede. */
export async function takeAway(
  transaction: Db,
  projectId: number,
  batches: readonly {
    readonly target: BatchTarget;
    readonly placed: Pick<MatchedBatch<Matchable>, "replaced" | "superseded">;
  }[],
): Promise<void> {
  const replaced = batches.flatMap(({ placed }) => placed.replaced.map(({ id }) => id));
  if (replaced.length > 0)
    await sql`
      delete from result where project_id = ${opaqueProjectId(projectId)} and id = any(${numbers(replaced)}::bigint[])
    `.execute(transaction);
  const superseded = batches.flatMap(({ target, placed }) =>
    placed.superseded.map(({ id }) => [id, target.sourceId] as const),
  );
  if (superseded.length > 0)
    await sql`
      update result r set superseded_by = given.upload_id
        from unnest(${numbers(superseded.map(([id]) => id))}::bigint[], ${numbers(superseded.map(([, by]) => by))}::bigint[]) as given (id, upload_id)
       where r.project_id = ${opaqueProjectId(projectId)} and r.id = given.id
    `.execute(transaction);
}

/** Records that other sources of the run contain these tests, so that the run is arranged once it is complete. */
export async function recordOverlap(transaction: Db, projectId: number, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return;
  await sql`
    update upload set shares_tests = true
     where project_id = ${projectId} and id = any(${numbers(sourceIds)}::bigint[]) and not shares_tests
  `.execute(transaction);
}
