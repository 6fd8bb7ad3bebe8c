import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { ofStoredReport } from "#store/sql/stored-report.ts";

/** Failures to search per error for the last run, so that a frequent error takes no longer. */
const searchedFailures = 200;
/** Runs after the last failure that are searched for its tests. */
const searchedRuns = 200;
/** Tests of a cause that must pass. The others are assumed to. */
const maxTests = 1000;

/** The last run that failed with a cause. */
export interface LastFailure {
  readonly groupId: number;
  readonly runId: number;
  readonly at: Date;
  readonly commit: string | null;
  readonly pullRequest: string | null;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string;
}

export interface PassingRun {
  readonly runId: number;
  readonly at: Date;
  readonly commit: string | null;
}

/**
 * Returns the last run that failed with each of these causes: on a main branch if it failed on one, because other branches may end with the failure.
 * Passes on retry are not failures. A pull request can come from a branch of a fork that is also named like a main branch.
 */
export async function lastFailures(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
  mainBranches: readonly string[],
): Promise<LastFailure[]> {
  const { rows } = await sql<LastFailure>`
    select distinct on (s.group_id)
           s.group_id as "groupId", r.id as "runId", r.started_at as at, r.commit_sha as commit, r.pull_request as "pullRequest",
           r.suite, r.environment, coalesce(r.branch, '') as branch
      from failure_signature s
     cross join lateral (
             select run_id from failure
              where project_id = ${opaqueProjectId(projectId)} and signature_id = s.id and not gone and not flaky
                and ${ofStoredReport(projectId)}
              order by failed_at desc limit ${searchedFailures}) f
      join run r on r.project_id = s.project_id and r.id = f.run_id
     where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = any(${numbers(groupIds)}::bigint[])
     order by s.group_id, (r.pull_request is null and coalesce(r.branch, '') = any(${texts(["", ...mainBranches])}::text[])) desc, r.started_at desc, r.id desc
  `.execute(db);
  return rows;
}

/** Returns the latest ended run of the same suite, environment and branch. */
export async function latestRun(db: Db, projectId: number, failure: LastFailure): Promise<number | null> {
  const { suite, environment, branch, pullRequest } = failure;
  const { rows } = await sql<{ id: number }>`
    select id from run
     where project_id = ${projectId} and suite = ${suite} and environment = ${environment} and coalesce(branch, '') = ${branch}
         and pull_request is not distinct from ${pullRequest}
       and removed_at is null and status <> 'running'
     order by started_at desc, id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Maximum numbers of texts to read per cause. */
const [maxErrors, maxTestNames] = [5, 100];

/** Returns the most frequent errors of a cause, and names and files of tests that failed with it. */
export async function textsOfCause(db: Db, projectId: number, groupId: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with errors as materialized (
      select id, message, stack from failure_signature
       where project_id = ${opaqueProjectId(projectId)} and group_id = ${groupId} order by occurrences desc, id limit ${maxErrors}
    ), tests as (
      select distinct f.test_id
        from errors e
       cross join lateral (
               select test_id from failure
                where project_id = ${opaqueProjectId(projectId)} and signature_id = e.id and not gone
                order by failed_at desc limit ${maxTestNames}) f
       limit ${maxTestNames}
    )
    select concat_ws(e'\n', message, stack) as text from errors
     union all
    select concat_ws(e'\n', t.file, array_to_string(t.title_path, e'\n'))
      from tests cross join lateral (
        select file, title_path from test where project_id = ${opaqueProjectId(projectId)} and id = tests.test_id offset 0) t
  `.execute(db);
  return rows.map(({ text }) => text);
}

/** Returns the first later run of the same suite, environment and branch in which all tests passed that had failed; `null` if there is none. */
export async function passingRun(db: Db, projectId: number, failure: LastFailure): Promise<PassingRun | null> {
  const { groupId, runId, at, suite, environment, branch, pullRequest } = failure;
  const { rows } = await sql<PassingRun>`
    with failed as materialized (
      select distinct f.test_id
        from failure f join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
       where f.project_id = ${opaqueProjectId(projectId)} and f.run_id = ${runId} and s.group_id = ${groupId} and not f.gone and not f.flaky
       order by f.test_id limit ${maxTests}
    ), later as (
      select id, started_at, commit_sha from run
       where project_id = ${projectId} and suite = ${suite} and environment = ${environment} and coalesce(branch, '') = ${branch}
         and pull_request is not distinct from ${pullRequest}
         and removed_at is null and status <> 'running' and (started_at, id) > (${at}::timestamptz, ${runId}::bigint)
       order by started_at, id limit ${searchedRuns}
    )
    select l.id as "runId", l.started_at as at, l.commit_sha as commit
      from later l
     cross join lateral (
             select count(distinct x.test_id) as tests, bool_and(x.status = 'passed' and not x.flaky) as passed
               from failed t
               join result x on x.project_id = ${opaqueProjectId(projectId)} and x.test_id = t.test_id and x.run_id = l.id
              where x.superseded_by is null) p
     where p.passed and p.tests = (select count(*) from failed)
     order by l.started_at, l.id limit 1
  `.execute(db);
  return rows[0] ?? null;
}
