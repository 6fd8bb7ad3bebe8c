import type { TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
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

/** Numbers of runs to read before and after the result. */
const [runsBefore, runsAfter] = [120, 40];

/**
 * Returns the results of a test before, at and after a failure, in runs of the same suite, environment and branch, oldest first.
 * `searchedAll` is false if there are older runs.
 */
export async function resultsAround(
  db: Db,
  projectId: number,
  failed: FailingTest,
): Promise<{ readonly results: ResultAround[]; readonly searchedAll: boolean }> {
  const { suite, environment, branch, runId, testId, resultId, startedAt } = failed;
  const project = opaqueProjectId(projectId);
  // Reads the index on the latest runs, and then one result per run.
  const ofLocation = sql`
    select id, number, commit_sha, started_at from run
     where project_id = ${projectId} and suite = ${suite} and environment = ${environment} and coalesce(branch, '') = ${branch ?? ""}
       and status <> 'running' and removed_at is null`;
  const { rows } = await sql<ResultAround & { before: number }>`
    select n.id as "runId", r.id as "resultId", n.number, n.commit_sha as commit, n.started_at as at, r.status, r.flaky, s.group_id as "groupId", n.before
      from (select *, (count(*) filter (where (started_at, id) < (${startedAt}, ${runId})) over ())::integer as before from ((${ofLocation} and (started_at, id) < (${startedAt}, ${runId}) order by started_at desc, id desc limit ${runsBefore})
            union all
            select id, number, commit_sha, started_at from run where project_id = ${projectId} and id = ${runId}
            union all
            (${ofLocation} and (started_at, id) > (${startedAt}, ${runId}) order by started_at, id limit ${runsAfter})) around) n
     cross join lateral (
             select id, status, flaky, failure_signature, superseded_by from result
              where project_id = ${project} and test_id = ${testId} and run_id = n.id
                and occurrence = (select occurrence from result where project_id = ${project} and id = ${resultId})
              order by generation desc limit 1) r
      left join lateral (
             select group_id from failure_signature where project_id = ${project} and signature = r.failure_signature offset 0) s on true
     where r.superseded_by is null
     order by n.started_at, n.id
  `.execute(db);
  return {
    results: rows.map(({ before: _before, ...result }) => result),
    searchedAll: (rows[0]?.before ?? 0) < runsBefore,
  };
}
