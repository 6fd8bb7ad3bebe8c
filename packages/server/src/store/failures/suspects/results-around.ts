import type { TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { resultInRun, runsUpTo } from "#store/results/result-history.ts";
import { resultOf } from "#store/results/results.ts";

/** A result of a test in its suite, environment and branch. */
export interface ResultAround {
  readonly runId: number;
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

/** Returns the results of a test before, at and after a result, in runs of the same suite, environment and branch, oldest first. */
export async function resultsAround(
  db: Db,
  wanted: { readonly projectId: number; readonly runId: number; readonly resultId: number },
): Promise<ResultAround[]> {
  const { projectId, runId } = wanted;
  const { rows } = await sql<ResultAround>`
    select n.id as "runId", n.number, n.commit_sha as commit, n.started_at as at, r.status, r.flaky, s.group_id as "groupId"
      from ${resultOf(wanted)} wanted
     cross join (
             select id from ${runsUpTo(wanted, runsBefore)} before
              union all
             (select later.id
                from run this
                join run later on later.project_id = this.project_id and later.suite = this.suite and later.environment = this.environment
                              and coalesce(later.branch, '') = coalesce(this.branch, '')
               where this.project_id = ${projectId} and this.id = ${runId} and later.removed_at is null and later.status <> 'running'
                 and (later.started_at, later.id) > (this.started_at, this.id)
               order by later.started_at, later.id limit ${runsAfter})) around
      join run n on n.project_id = wanted.project_id and n.id = around.id
     ${resultInRun}
      left join failure_signature s on s.project_id = ${opaqueProjectId(projectId)} and s.signature = r.failure_signature
     where r.superseded_by is null
     order by n.started_at, n.id
  `.execute(db);
  return rows;
}
