import type { TestStatus } from "@plumb/contract/result-event.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { ofStoredReport } from "#store/sql/stored-report.ts";

/** The latest failure of a test with a cause, in one suite, environment and branch. */
export interface FailingTest {
  readonly resultId: number;
  readonly runId: number;
  readonly testId: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  /** Start of the run. */
  readonly startedAt: Date;
  /** True if the run has not ended. */
  readonly running: boolean;
  readonly file: string | null;
  readonly owner: string | null;
}

/** Maximum numbers of errors to search per cause, and failures per error. They limit the time for causes with many failures. */
const [searchedErrors, searchedFailures] = [50, 20];

const columns = sql.raw(`
  f.result_id as "resultId", f.run_id as "runId", f.test_id as "testId", n.suite, n.environment, n.branch, n.started_at as "startedAt", n.status = 'running' as running, t.file, t.owner`);

/** A failing test with its cause. */
export interface FailingTestOfCause extends FailingTest {
  readonly groupId: number;
}

/**
 * Returns the tests of causes with the latest failures, latest first.
 *
 * @param runId Only returns failures of this run. `null` for all runs.
 */
export async function failingTests(
  db: Db,
  projectId: number,
  { groupIds, runId }: { readonly groupIds: readonly number[]; readonly runId: number | null },
): Promise<FailingTestOfCause[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<FailingTestOfCause>`
    select ${columns}, f.group_id as "groupId"
      from (${runId === null ? latestFailures(projectId, groupIds) : failuresOfRun(projectId, groupIds, runId)}) f
      join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = f.run_id and n.removed_at is null
      join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = f.test_id
     order by f.failed_at desc, f.id desc
  `.execute(db);
  const latest = new Map<string, FailingTestOfCause>();
  for (const row of rows) {
    const key = JSON.stringify([row.groupId, row.testId, row.suite, row.environment, row.branch]);
    if (!latest.has(key)) latest.set(key, row);
  }
  return [...latest.values()];
}

function latestFailures(projectId: number, groupIds: readonly number[]): RawBuilder<unknown> {
  const project = opaqueProjectId(projectId);
  return sql`
    select f.*, g.id as group_id
      from unnest(${numbers(groupIds)}::bigint[]) as g (id)
     cross join lateral (
             select id from failure_signature where project_id = ${project} and group_id = g.id
              order by last_seen desc, id desc limit ${searchedErrors}) s
     cross join lateral (
             select * from failure
              where project_id = ${project} and signature_id = s.id and not gone and not flaky and ${ofStoredReport(projectId)}
              order by failed_at desc limit ${searchedFailures}) f`;
}

function failuresOfRun(projectId: number, groupIds: readonly number[], runId: number): RawBuilder<unknown> {
  const project = opaqueProjectId(projectId);
  return sql`
    select *
      from (select f.*, s.group_id, row_number() over (partition by s.group_id order by f.result_id) as rank
              from failure f
              join failure_signature s on s.project_id = ${project} and s.id = f.signature_id
             where f.project_id = ${project} and f.run_id = ${runId} and not f.gone and not f.flaky
               and s.group_id = any(${numbers(groupIds)}::bigint[])) ranked
     where rank <= ${searchedErrors * searchedFailures}`;
}

/** The failure of a result. */
export interface FailedTest extends FailingTest {
  /** `null` for a failure without an error. */
  readonly groupId: number | null;
  readonly occurrence: number;
  /** `passed` if it passed on retry. */
  readonly status: TestStatus;
}

/** Returns a failure by the id of its result; `null` if there is none. */
export async function failingTest(db: Db, projectId: number, resultId: number): Promise<FailedTest | null> {
  const { rows } = await sql<FailedTest>`
    select ${columns}, s.group_id as "groupId", r.occurrence, r.status
      from failure f
      join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = f.run_id and n.removed_at is null
      join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = f.test_id
      join result r on r.project_id = ${opaqueProjectId(projectId)} and r.id = f.result_id
      left join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
     where f.project_id = ${opaqueProjectId(projectId)} and f.result_id = ${resultId} and not f.gone
  `.execute(db);
  return rows[0] ?? null;
}

/** Most frequent error of a cause. */
export interface ErrorOfCause {
  readonly groupId: number;
  readonly message: string;
  readonly stack: string | null;
}

export async function mainErrors(db: Db, projectId: number, groupIds: readonly number[]): Promise<ErrorOfCause[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<ErrorOfCause>`
    select w.id as "groupId", s.message, s.stack
      from unnest(${groupIds}::bigint[]) with ordinality as w (id, n)
     cross join lateral (
             select message, stack from failure_signature
              where project_id = ${opaqueProjectId(projectId)} and group_id = w.id
              order by occurrences desc, id limit 1) s
     order by w.n
  `.execute(db);
  return rows;
}
