import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { TestDay } from "@plumb/contract/tests/test-page.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Filter by environment and branch. Undefined fields match everything. */
interface TestScope {
  readonly environment?: string | undefined;
  readonly branch?: string | undefined;
}

/** Selects a test and its earlier names. */
function ofTest(projectId: number, testId: number): RawBuilder<unknown> {
  return sql`(
    select ${testId}::bigint as test_id
     union all
    select test_id from test_alias where project_id = ${projectId} and same_as_id = ${testId})`;
}

/** Returns the outcomes of a test by day, oldest first, for the days on which it ran. */
export async function testDays(
  db: Db,
  { projectId, testId, since }: { readonly projectId: number; readonly testId: number; readonly since: Date },
  { environment, branch }: TestScope,
): Promise<TestDay[]> {
  const { rows } = await sql<TestDay>`
    select d.day::text as day, sum(d.passed)::integer as passed, sum(d.failed)::integer as failed, sum(d.skipped)::integer as skipped,
           sum(d.flaky)::integer as flaky, sum(d.duration_us)::float8 / nullif(sum(d.timed), 0) / 1000 as duration
      from ${ofTest(projectId, testId)} w
      join test_day d on d.project_id = ${opaqueProjectId(projectId)} and d.test_id = w.test_id and d.day > (${since}::timestamptz at time zone 'UTC')::date
      join series s on s.project_id = d.project_id and s.id = d.series_id
     where (${environment ?? null}::text is null or s.environment = ${environment ?? null})
       and (${branch ?? null}::text is null or s.branch = ${branch ?? null})
     group by d.day order by d.day
  `.execute(db);
  return rows;
}

export interface ExecutionRow {
  readonly resultId: number;
  readonly runId: number;
  readonly suite: string;
  readonly environment: string;
  readonly facts: string[];
  readonly status: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly duration: number | null;
  readonly errorLine: string | null;
  readonly groupId: number | null;
  readonly outage: boolean;
}

/** Maximum number of results to read per test, latest first. */
const maxExecutions = 10_000;

/** Returns the results of a test whose reports exist, latest first. */
export async function testExecutions(
  db: Db,
  { projectId, testId, offset, limit }: { projectId: number; testId: number; offset: number; limit: number },
  { environment, branch }: TestScope,
): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select r.id as "resultId", r.run_id as "runId", n.suite, n.environment, coalesce(u.facts, '{}') as facts, r.status, r.flaky, r.retries, r.duration_ms as duration,
           r.error_line as "errorLine", g.group_id as "groupId", f.incident_id is not null as outage
      from ${ofTest(projectId, testId)} w
     cross join lateral (
             select * from result where project_id = ${opaqueProjectId(projectId)} and test_id = w.test_id
              order by run_id desc, occurrence desc, generation desc limit ${maxExecutions} offset 0) r
      join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = r.run_id
      left join upload u on u.project_id = ${opaqueProjectId(projectId)} and u.id = r.upload_id
      left join failure f on f.project_id = ${opaqueProjectId(projectId)} and f.run_id = r.run_id and f.result_id = r.id and not f.gone
      left join failure_signature g on g.project_id = ${opaqueProjectId(projectId)} and g.id = f.signature_id
     where r.superseded_by is null and n.removed_at is null
       and (${environment ?? null}::text is null or n.environment = ${environment ?? null})
       and (${branch ?? null}::text is null or coalesce(n.branch, '') = ${branch ?? null})
     order by n.started_at desc, r.run_id desc, r.occurrence desc limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

/** Returns the environments and branches in which a test ran recently, sorted by name. */
export async function testScopes(
  db: Db,
  projectId: number,
  testId: number,
): Promise<{ environments: string[]; branches: string[] }> {
  const { rows } = await sql<{ environments: string[] | null; branches: string[] | null }>`
    select array_agg(distinct s.environment order by s.environment) as environments,
           array_agg(distinct s.branch order by s.branch) as branches
      from (select distinct d.series_id from ${ofTest(projectId, testId)} w
              join test_day d on d.project_id = ${opaqueProjectId(projectId)} and d.test_id = w.test_id) used
      join series s on s.project_id = ${projectId} and s.id = used.series_id
  `.execute(db);
  return { environments: rows[0]?.environments ?? [], branches: (rows[0]?.branches ?? []).slice(0, 200) };
}

export interface ChangeRow {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

/** Returns the state changes of a test, including those under earlier names, latest first. */
export async function stateChanges(db: Db, projectId: number, testId: number, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select from_state as "from", to_state as "to", at from test_state_change
     where project_id = ${projectId} and test_id in (select test_id from ${ofTest(projectId, testId)} w) order by at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns tests that are broken since this run. They probably broke for the same reason. */
export async function turnedRedIn(
  db: Db,
  { projectId, runId, besides, limit }: { projectId: number; runId: number; besides: number; limit: number },
): Promise<{ tests: { id: number; titlePath: string[]; variant: string }[]; total: number }> {
  const { rows } = await sql<{ id: number; titlePath: string[]; variant: string; total: number }>`
    select t.id, t.title_path as "titlePath", t.variant, count(*) over ()::integer as total
      from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
     where s.project_id = ${projectId} and s.state = 'broken' and s.first_bad_run_id = ${runId} and s.test_id <> ${besides}
     order by t.title_path, t.variant limit ${limit}
  `.execute(db);
  return { tests: rows.map(({ id, titlePath, variant }) => ({ id, titlePath, variant })), total: rows[0]?.total ?? 0 };
}
