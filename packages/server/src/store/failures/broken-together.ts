import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Where a test began to fail. */
export interface FailedFirst {
  readonly testId: number;
  readonly groupId: number;
  readonly runId: number;
  /** Run in which it passed before; `null` if there is none. */
  readonly passedRunId: number | null;
}

/** Counts the other tests that failed with the cause in the same run, and did not fail in the run before in which the test passed. */
export async function countBrokenTogether(
  db: Db,
  projectId: number,
  { testId, groupId, runId, passedRunId }: FailedFirst,
): Promise<number> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<{ tests: number }>`
    select count(distinct f.test_id)::integer as tests
      from failure f
      join failure_signature s on s.project_id = ${project} and s.id = f.signature_id and s.group_id = ${groupId}
     where f.project_id = ${project} and f.run_id = ${runId} and f.test_id <> ${testId} and not f.gone and not f.flaky
       and f.test_id not in (
             select p.test_id from failure p
              where p.project_id = ${project} and p.run_id = ${passedRunId}::bigint and not p.gone and not p.flaky)
  `.execute(db);
  return rows[0]?.tests ?? 0;
}

/** A branch and environment of a suite with its latest run. */
export interface PassingScope {
  readonly branch: string | null;
  readonly environment: string;
  readonly runId: number;
  readonly number: number;
  readonly at: Date;
}

/** Branches and environments with the latest runs that are searched. */
const searchedScopes = 20;

/**
 * Returns the other branches and environments of a suite whose latest run since a time passed a test on the first attempt: those of the same branch
 * first, then those with the latest run.
 */
export async function passingScopes(
  db: Db,
  projectId: number,
  {
    suite,
    environment,
    branch,
    testId,
    since,
  }: {
    readonly suite: string;
    readonly environment: string;
    readonly branch: string | null;
    readonly testId: number;
    readonly since: Date;
  },
): Promise<PassingScope[]> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<PassingScope>`
    select n.branch, n.environment, n.id as "runId", n.number, n.started_at as at
      from (select latest_run_id, branch, latest_started_at from suite_state
             where project_id = ${projectId} and suite = ${suite} and (environment, branch) <> (${environment}, ${branch ?? ""})
               and latest_started_at >= ${since}
             order by branch <> ${branch ?? ""}, latest_started_at desc, latest_run_id desc limit ${searchedScopes}) s
      join run n on n.project_id = ${project} and n.id = s.latest_run_id and n.removed_at is null
     cross join lateral (
             select bool_and(r.status = 'passed' and not r.flaky) as passed from result r
              where r.project_id = ${project} and r.test_id = ${testId} and r.run_id = n.id and r.superseded_by is null) r
     where r.passed
     order by n.branch is distinct from ${branch}::text, n.started_at desc, n.id desc
  `.execute(db);
  return rows;
}
