import type { Report } from "@plumb/contract/runs/reports.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { failedOutsideTests } from "./gate.ts";
import { presentRun, runColumns, type RunRow } from "./runs.ts";

/**
 * Suites whose latest run is this many days older than the newest run of the project are ignored. Runs in the future (wrong clocks) do not count as
 * the newest, because they would make all others old.
 */
const recentDays = 30;
/** Maximum number of runs to search for the first of consecutive red runs. */
const lookBack = 500;
/** Number of red suites whose causes a project shows. */
export const visibleSuites = 10;
/** Number of runs shown per suite. */
const visibleRuns = 5;

/** True for a run that needs attention. */
const isRed = sql.raw(`(status in ('failed', 'interrupted') or failed + errored > 0)`);

/** Fields that runs must share to show the state of the same suite. */
export interface SuiteKey {
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
}

/**
 * Updates the state of a suite, environment and branch after one of its runs changed or was deleted. The state comes from the latest finished run.
 * After a partial run, earlier failures that it did not repeat still count. Concurrent calls run one at a time; if both insert the row, the one with
 * the later run wins in any order.
 */
export async function moveSuiteState(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  { suite, environment, branch }: SuiteKey,
): Promise<void> {
  const key = sql`project_id = ${projectId} and suite = ${suite} and environment = ${environment}`;
  const state = sql`${key} and branch = ${branch ?? ""}`;
  await sql`select from suite_state where ${state} for no key update`.execute(transaction);
  const finished = sql`run where ${key} and coalesce(branch, '') = ${branch ?? ""} and status <> 'running' and removed_at is null`;
  const { rows } = await sql<FinishedRun & { partial: boolean }>`
    select id, started_at as "startedAt", ${isRed} as red, partial is not null as partial
      from ${finished}
     order by started_at desc, id desc
     limit 1
  `.execute(transaction);
  const [latest] = rows;
  if (latest === undefined) {
    await sql`delete from suite_state where ${state} and latest_run_id = ${runId}`.execute(transaction);
    return;
  }
  const standing = latest.partial ? await standingRuns(transaction, projectId, finished) : [];
  const visible = standing[0] ?? latest;
  const others = numbers(standing.slice(1).map(({ id }) => id));
  await sql`
    insert into suite_state as s (project_id, suite, environment, branch, run_id, started_at, red, red_runs, latest_run_id, latest_started_at)
    values (${projectId}, ${suite}, ${environment}, ${branch ?? ""}, ${visible.id}, ${visible.startedAt}, ${visible.red}, ${others}::bigint[],
            ${latest.id}, ${latest.startedAt})
    on conflict (project_id, suite, environment, branch) do update
       set run_id = excluded.run_id, started_at = excluded.started_at, red = excluded.red, red_runs = excluded.red_runs,
           latest_run_id = excluded.latest_run_id, latest_started_at = excluded.latest_started_at
     where s.latest_run_id = ${runId} or (s.latest_started_at, s.latest_run_id) <= (excluded.latest_started_at, excluded.latest_run_id)
  `.execute(transaction);
}

interface FinishedRun {
  readonly id: number;
  readonly startedAt: Date;
  readonly red: boolean;
}

/**
 * Returns the red runs, newest first, that still show the state of a suite whose latest run is partial: the latest full run and later partial ones
 * with a test that failed or could not run and has not run since, and runs that are red for other reasons.
 */
async function standingRuns(transaction: Db, projectId: number, finished: RawBuilder<unknown>): Promise<FinishedRun[]> {
  const { rows } = await sql<FinishedRun>`
    with newest as materialized (
      select id, started_at, status, failed, errored, interruption, partial,
             count(*) filter (where partial is null) over (order by started_at desc, id desc) as whole,
             row_number() over (order by started_at desc, id desc) as place
        from (select * from ${finished} order by started_at desc, id desc limit ${lookBack}) last
    ), since as materialized (
      select * from newest where partial is not null and whole = 0 or partial is null and whole = 1
    )
    select id, started_at as "startedAt", true as red
      from since r
     where ${isRed} and (
             (r.place = 1 or r.partial is null or not exists (
               select from upload u
                where u.project_id = ${projectId} and u.run_id = r.id and u.scope in ('filter', 'part'))) and (
               r.failed + r.errored = 0 or r.status = 'interrupted' or r.interruption is not null
               or exists (select from upload u where u.project_id = ${projectId} and u.run_id = r.id and ${failedOutsideTests}))
             or exists (
               select from result f
                where f.project_id = ${projectId} and f.run_id = r.id and f.superseded_by is null and (f.rank <= 1 or f.rank = 4 and f.error_line like 'Did not run%')
                  and not exists (
                    select from result l join since later on later.id = l.run_id
                     where l.project_id = ${projectId} and l.test_id = f.test_id and l.superseded_by is null
                       and l.status in ('passed', 'failed', 'error') and later.place < r.place)))
     order by place
  `.execute(transaction);
  return rows;
}

/** Selects the current states `s` of the recent suites of a project, from `suite_state`. */
export function recentStates(projectId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`suite_state s
       where s.project_id = ${projectId} and s.latest_started_at > (
         select coalesce(max(latest_started_at) filter (where latest_started_at <= ${now}), max(latest_started_at))
           from suite_state where project_id = ${projectId}) - make_interval(days => ${recentDays})`;
}

interface LatestRun {
  readonly report: Report;
  /** First of the consecutive red runs that end with this one; `null` if this run is not red. */
  readonly redSince: { readonly id: number; readonly number: number; readonly startTime: string } | null;
  /** The last five runs up to this one, oldest first; empty if this one is not red. */
  readonly runs: { readonly id: number; readonly number: number; readonly red: boolean }[];
}

export interface SuiteStates {
  readonly suites: number;
  readonly redSuites: number;
  /** The latest red runs, or the latest green one if no suite is red. */
  readonly latest: LatestRun[];
}

/** Selects the latest runs of the suite of `shown`, up to its run. */
const upToShown = (projectId: number, limit: number) => sql`
  select id, number, started_at, ${isRed} as red
    from run
   where project_id = ${projectId} and suite = shown.suite and environment = shown.environment
     and coalesce(branch, '') = shown.branch and status <> 'running' and removed_at is null
     and (partial is null or id = shown.run_id)
     and (started_at, id) <= (shown.started_at, shown.run_id)
   order by started_at desc, id desc
   limit ${limit}`;

/** Returns the latest state of a project's suites, and the first red run of each red suite returned. */
export async function suiteStates(
  db: Db,
  { projectId, limit, now }: { readonly projectId: number; readonly limit: number; readonly now: Date },
): Promise<SuiteStates> {
  const { rows } = await sql<
    RunRow & {
      suites: number;
      redSuites: number;
      red: boolean;
      sinceId: number | null;
      sinceNumber: number;
      since: Date;
      runs: LatestRun["runs"] | null;
    }
  >`
    with latest as (
      select s.* from ${recentStates(sql`${projectId}::bigint`, now)}
    ), counted as (
      select *, count(*) over () as suites, count(*) filter (where red) over () as red_suites from latest
    ), shown as (
      select * from counted
       where red or red_suites = 0
       order by started_at desc, run_id desc
       limit case when exists (select from counted where red) then ${limit}::integer else 1 end
    )
    select ${runColumns(projectId)}, shown.suites, shown.red_suites as "redSuites", shown.red,
           since.id as "sinceId", since.number as "sinceNumber", since.started_at as since, last.runs
      from shown
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = shown.run_id
      left join lateral (
        select id, number, started_at
          from (
            select id, number, started_at, bool_and(red) over (order by started_at desc, id desc) as unbroken
              from (${upToShown(projectId, lookBack)}) back
          ) row_of_runs
         where unbroken
         order by started_at, id
         limit 1
      ) since on shown.red
      left join lateral (
        select json_agg(json_build_object('id', id, 'number', number, 'red', red) order by started_at, id) as runs
          from (${upToShown(projectId, visibleRuns)}) back
      ) last on shown.red
     order by shown.started_at desc, shown.run_id desc
  `.execute(db);
  const latest = rows.map(
    ({ suites: _suites, redSuites: _redSuites, red: _red, sinceId, sinceNumber, since, runs, ...run }) => ({
      report: presentRun(run),
      runs: runs ?? [],
      redSince: sinceId === null ? null : { id: sinceId, number: sinceNumber, startTime: since.toISOString() },
    }),
  );
  return { suites: rows[0]?.suites ?? 0, redSuites: rows[0]?.redSuites ?? 0, latest };
}
