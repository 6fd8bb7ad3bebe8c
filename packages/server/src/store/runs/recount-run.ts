import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { recountAuthors } from "./run-authors.ts";

/** Recounts a run from its results. */
export async function recountRun(transaction: Db, projectId: number, runId: number): Promise<void> {
  await sql`
    update run
       set revision = revision + 1,
           (total, passed, failed, errored, skipped, running, flaky, first_passed, test_duration_ms) = (
             select count(*), count(*) filter (where status = 'passed'), count(*) filter (where status = 'failed'),
                    count(*) filter (where status = 'error'), count(*) filter (where status = 'skipped'),
                    count(*) filter (where status = 'running'),
                    count(*) filter (where flaky), count(*) filter (where first_status = 'passed'), coalesce(sum(duration_ms), 0)
               from result where project_id = ${projectId} and run_id = ${runId} and superseded_by is null),
           problem_count = (select count(*) from problem where project_id = ${projectId} and run_id = ${runId}),
           output_count = (select count(*) from run_output where project_id = ${projectId} and run_id = ${runId})
                        + (select count(*) from artifact where project_id = ${projectId} and run_id = ${runId} and result_id is null)
     where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
  await recountAuthors(transaction, projectId, runId);
}
