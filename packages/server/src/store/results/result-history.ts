import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { PastResult } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/**
 * The last `looked` results of the test of `wanted`, as `r`, read backwards from the unique index of test and run. What is
 * superseded is left out after the probe: named inside, it would let the planner read whole runs for each test, by the index
 * of the list.
 */
function lastResults(looked: number): RawBuilder<unknown> {
  return sql`
     cross join lateral (
             select * from result
              where project_id = wanted.project_id and test_id = wanted.test_id
              order by run_id desc, occurrence desc, generation desc
              limit ${looked}) r`;
}

const isCurrent = sql`r.superseded_by is null and r.occurrence = wanted.occurrence`;

/**
 * The last outcomes of a result's test by the start of their runs, oldest first; empty if the run has no such result.
 *
 * The ids of runs follow time but for history that was uploaded late: of the last 200 recorded the latest are taken.
 */
export async function resultHistory(
  db: Db,
  { projectId, runId, resultId }: { projectId: number; runId: number; resultId: number },
  limit: number,
): Promise<PastResult[]> {
  const { rows } = await sql<Omit<PastResult, "startTime"> & { startTime: Date }>`
    select r.run_id as "reportId", r.id as "resultId", n.number, n.environment, n.started_at as "startTime", r.status, r.flaky,
           r.duration_ms as duration
      from result wanted
     ${lastResults(200)}
      join run n on n.project_id = r.project_id and n.id = r.run_id
     where wanted.project_id = ${projectId} and wanted.run_id = ${runId} and wanted.id = ${resultId} and ${isCurrent}
     order by n.started_at desc, n.id desc
     limit ${limit}
  `.execute(db);
  return rows.toReversed().map((row) => ({ ...row, startTime: row.startTime.toISOString() }));
}

export interface Outcomes {
  readonly resultId: number;
  readonly outcomes: readonly { readonly status: TestStatus; readonly flaky: boolean }[];
}

/** How the tests of these results ended in the last runs that were recorded, by the start of those, oldest first. */
export async function recentOutcomes(
  db: Db,
  { projectId, runId, resultIds }: { projectId: number; runId: number; resultIds: readonly number[] },
  limit: number,
): Promise<Outcomes[]> {
  const { rows } = await sql<Outcomes>`
    select wanted.id as "resultId",
           json_agg(json_build_object('status', r.status, 'flaky', r.flaky) order by n.started_at, n.id) as outcomes
      from result wanted
     ${lastResults(2 * limit)}
      join run n on n.project_id = r.project_id and n.id = r.run_id
     where wanted.project_id = ${projectId} and wanted.run_id = ${runId} and wanted.id = any(${resultIds}::bigint[])
       and ${isCurrent}
     group by wanted.id
  `.execute(db);
  return rows.map(({ resultId, outcomes }) => ({ resultId, outcomes: outcomes.slice(-limit) }));
}
