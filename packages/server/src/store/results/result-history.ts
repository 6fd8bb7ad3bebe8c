import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { PastResult } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { resultOf } from "./results.ts";

/** Maximum number of runs to search, so that the query takes the same time in every project. */
const lookBack = 500;

interface Requested {
  readonly projectId: number;
  readonly runId: number;
}

/**
 * Selects the latest runs of the same suite, environment and branch up to this one. Reads the index on suite and branch, so that runs of other
 * branches do not matter.
 */
function runsUpTo({ projectId, runId }: Requested, limit: number): RawBuilder<unknown> {
  return sql`(
    select late.id, late.started_at
      from run this
     cross join lateral (
             select id, started_at, environment from run
              where project_id = ${projectId} and suite = this.suite and coalesce(branch, '') = coalesce(this.branch, '')
                and removed_at is null and (started_at, id) <= (this.started_at, this.id)
              order by started_at desc, id desc
              limit ${lookBack}) late
     where this.project_id = ${projectId} and this.id = ${runId} and late.environment = this.environment
     order by late.started_at desc, late.id desc
     limit ${limit})`;
}

/** Selects the result of `wanted`'s test in run `n` as `r`, with one lookup in the unique index on test and run. */
const resultInRun = (projectId: number) => sql`
  cross join lateral (
          select * from result
           where project_id = ${opaqueProjectId(projectId)} and test_id = wanted.test_id and run_id = n.id
             and occurrence = wanted.occurrence
           order by generation desc
           limit 1) r`;

const pastColumns = sql.raw(`
  r.run_id as "reportId", r.id as "resultId", n.number, n.environment, n.branch, n.commit_sha as "commit",
  n.started_at as "startTime", r.status, r.flaky, r.duration_ms as duration`);

type PastRow = Omit<PastResult, "startTime"> & { startTime: Date };

/**
 * Returns the last outcomes of a test up to the run of this result, in runs of the same suite, environment and branch, oldest first; empty if the run
 * has no such result. Skips runs without the test and searches the last 4 × `limit` runs.
 */
export async function resultHistory(
  db: Db,
  requested: Requested & { resultId: number },
  limit: number,
): Promise<PastResult[]> {
  const { rows } = await sql<PastRow>`
    select ${pastColumns}
      from ${resultOf(requested)} wanted
     cross join ${runsUpTo(requested, 4 * limit)} late
      join run n on n.project_id = ${opaqueProjectId(requested.projectId)} and n.id = late.id
     ${resultInRun(requested.projectId)}
     where r.superseded_by is null
     order by n.started_at desc, n.id desc
     limit ${limit}
  `.execute(db);
  return oldestFirst(rows);
}

/**
 * Returns the last outcomes in all runs of the project. Run ids follow time, except for old runs that were uploaded late: reads the last 200 results
 * that were recorded up to this run and 100 that were recorded after it.
 */
export async function resultHistoryAnywhere(
  db: Db,
  requested: Requested & { resultId: number },
  limit: number,
): Promise<PastResult[]> {
  const ofTest = sql`
    select * from result
     where project_id = ${opaqueProjectId(requested.projectId)} and test_id = wanted.test_id`;
  const { rows } = await sql<PastRow>`
    select ${pastColumns}
      from ${resultOf(requested)} wanted
      join run this on this.project_id = ${opaqueProjectId(requested.projectId)} and this.id = wanted.run_id
     cross join lateral (
             (${ofTest} and run_id <= wanted.run_id order by run_id desc, occurrence desc, generation desc limit 200)
             union all
             (${ofTest} and run_id > wanted.run_id order by run_id, occurrence, generation limit 100)) r
      join run n on n.project_id = ${opaqueProjectId(requested.projectId)} and n.id = r.run_id
     where r.superseded_by is null and r.occurrence = wanted.occurrence
       and n.removed_at is null and (n.started_at, n.id) <= (this.started_at, this.id)
     order by n.started_at desc, n.id desc
     limit ${limit}
  `.execute(db);
  return oldestFirst(rows);
}

function oldestFirst(rows: readonly PastRow[]): PastResult[] {
  return rows.toReversed().map((row) => ({ ...row, startTime: row.startTime.toISOString() }));
}

export interface Outcomes {
  readonly resultId: number;
  readonly outcomes: readonly { readonly status: TestStatus; readonly flaky: boolean }[];
}

/** Returns the last outcomes of each result's test, up to this run and in runs of the same suite, environment and branch, oldest first. */
export async function recentOutcomes(
  db: Db,
  requested: Requested & { resultIds: readonly number[] },
  limit: number,
): Promise<Outcomes[]> {
  const { rows } = await sql<Outcomes>`
    with late as materialized (select * from ${runsUpTo(requested, 2 * limit)} late), wanted as materialized (
      select wanted.id, wanted.project_id, wanted.test_id, wanted.occurrence
        from (select distinct id from unnest(${numbers(requested.resultIds)}::bigint[]) as given (id)) asked
       cross join lateral ${resultOf({ ...requested, resultId: sql`asked.id` })} wanted
    )
    select wanted.id as "resultId",
           json_agg(json_build_object('status', latest.status, 'flaky', latest.flaky) order by latest.started_at, latest.run_id) as outcomes
      from wanted
     cross join lateral (
             select r.status, r.flaky, n.started_at, n.id as run_id
               from (select * from late order by started_at desc, id desc) n
              ${resultInRun(requested.projectId)}
              where r.superseded_by is null
              order by n.started_at desc, n.id desc
              limit ${limit}) latest
     group by wanted.id
  `.execute(db);
  return rows;
}
