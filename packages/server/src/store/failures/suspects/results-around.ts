import type { TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { FailingTest } from "./failing-tests.ts";

/** A result of a test in its suite, environment and branch. */
export interface ResultAround {
  readonly runId: number;
  readonly resultId: number;
  readonly number: number;
  readonly commit: string | null;
  readonly at: Date;
  readonly status: TestStatus;
  readonly flaky: boolean;
  /** Cause of the failure. */
  readonly groupId: number | null;
}

/** Results of a test, oldest first. `searchedAll` is false if there are older runs. */
export interface ResultsAround {
  readonly results: readonly ResultAround[];
  readonly searchedAll: boolean;
}

/** Number of runs to read before and after the result. */
export interface ReadRuns {
  readonly before: number;
  readonly after: number;
}

const readRuns: ReadRuns = { before: 120, after: 40 };

/** Returns the results of each test before, at and after a failure, in runs of the same suite, environment and branch. */
export async function resultsAround(
  db: Db,
  projectId: number,
  failed: readonly FailingTest[],
  { before, after }: ReadRuns = readRuns,
): Promise<ResultsAround[]> {
  if (failed.length === 0) return [];
  const project = opaqueProjectId(projectId);
  // Tests of one run share the runs around it.
  const centers = [...new Map(failed.map((test) => [centerOf(test), test])).values()];
  const places = new Map(centers.map((test, index) => [centerOf(test), index + 1]));
  // Reads the index on the latest runs, and then one result per run.
  const ofLocation = sql`
    select id, number, commit_sha, started_at from run
     where project_id = ${projectId} and suite = c.suite and environment = c.environment and coalesce(branch, '') = c.branch
       and status <> 'running' and removed_at is null`;
  const { rows } = await sql<ResultAround & { place: number; earlier: number }>`
    with wanted as materialized (
      select w.*, (select occurrence from result where project_id = ${project} and id = w.result_id) as occurrence
        from unnest(${numbers(failed.map((test) => places.get(centerOf(test)) ?? 0))}::integer[],
                    ${numbers(failed.map(({ testId }) => testId))}::bigint[],
                    ${numbers(failed.map(({ resultId }) => resultId))}::bigint[]) with ordinality as w (center, test_id, result_id, place)
    )
    select w.place::integer as place, n.id as "runId", r.id as "resultId", n.number, n.commit_sha as commit, n.started_at as at, r.status, r.flaky,
           s.group_id as "groupId", n.before as earlier
      from unnest(${numbers(centers.map(({ runId }) => runId))}::bigint[],
                  ${texts(centers.map(({ startedAt }) => startedAt.toISOString()))}::timestamptz[],
                  ${texts(centers.map(({ suite }) => suite))}::text[],
                  ${texts(centers.map(({ environment }) => environment))}::text[],
                  ${texts(centers.map(({ branch }) => branch ?? ""))}::text[])
           with ordinality as c (run_id, started_at, suite, environment, branch, center)
     cross join lateral (
             select *, (count(*) filter (where (started_at, id) < (c.started_at, c.run_id)) over ())::integer as before
               from ((${ofLocation} and (started_at, id) < (c.started_at, c.run_id) order by started_at desc, id desc limit ${before})
                     union all
                     select id, number, commit_sha, started_at from run where project_id = ${projectId} and id = c.run_id
                     union all
                     (${ofLocation} and (started_at, id) > (c.started_at, c.run_id) order by started_at, id limit ${after})) around) n
      join wanted w on w.center = c.center
     cross join lateral (
             select id, status, flaky, failure_signature, superseded_by from result
              where project_id = ${project} and test_id = w.test_id and run_id = n.id and occurrence = w.occurrence
              order by generation desc limit 1) r
      left join lateral (
             select group_id from failure_signature where project_id = ${project} and signature = r.failure_signature offset 0) s on true
     where r.superseded_by is null
     order by w.place, n.started_at, n.id
  `.execute(db);
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return failed.map((_, index) => {
    const found = byPlace.get(index + 1) ?? [];
    return {
      results: found.map(({ place: _place, earlier: _earlier, ...result }) => result),
      searchedAll: (found[0]?.earlier ?? 0) < before,
    };
  });
}

function centerOf({ suite, environment, branch, runId, startedAt }: FailingTest): string {
  return JSON.stringify([suite, environment, branch, runId, startedAt]);
}
