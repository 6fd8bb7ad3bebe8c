import type { Report } from "@plumb/contract/runs/reports.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { presentRun, runColumns, type RunRow } from "./runs.ts";

/**
 * A suite that ran for the last time so long before the project's newest run is no news. A run in the future, which a wrong
 * clock made, is not the newest: it would make all others old.
 */
const recentDays = 30;
/** How far back the first red run of a row is looked for. */
const lookBack = 500;

/** A run that somebody has to look at. */
const isRed = sql.raw(`(status in ('failed', 'interrupted') or failed + errored > 0)`);

/** What runs have in common of which the latest says how things stand. */
export interface SuiteKey {
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
}

/**
 * Notes the latest finished run of a suite, environment and branch after a run of them changed or went. Of two that do it at
 * once the second looks once the first is done; where both make the row, the one with the later run is right, whichever comes last.
 */
export async function moveSuiteState(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  { suite, environment, branch }: SuiteKey,
): Promise<void> {
  const key = sql`project_id = ${projectId} and suite = ${suite} and environment = ${environment}`;
  await sql`
    select from suite_state where ${key} and branch = ${branch ?? ""} for no key update
  `.execute(transaction);
  await sql`
    with latest as (
      select id, started_at, ${isRed} as red
        from run
       where ${key} and coalesce(branch, '') = ${branch ?? ""} and status <> 'running' and removed_at is null
       order by started_at desc, id desc
       limit 1
    ), gone as (
      delete from suite_state
       where ${key} and branch = ${branch ?? ""} and run_id = ${runId} and not exists (select from latest)
    )
    insert into suite_state as s (project_id, suite, environment, branch, run_id, started_at, red)
    select ${projectId}, ${suite}, ${environment}, ${branch ?? ""}, id, started_at, red from latest
    on conflict (project_id, suite, environment, branch) do update
       set run_id = excluded.run_id, started_at = excluded.started_at, red = excluded.red
     where s.run_id = ${runId} or (s.started_at, s.run_id) <= (excluded.started_at, excluded.run_id)
  `.execute(transaction);
}

/** The latest runs `s` of a project that are news, from `suite_state`. */
export function recentStates(projectId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`suite_state s
       where s.project_id = ${projectId} and s.started_at > (
         select coalesce(max(started_at) filter (where started_at <= ${now}), max(started_at))
           from suite_state where project_id = ${projectId}) - make_interval(days => ${recentDays})`;
}

interface LatestRun {
  readonly report: Report;
  /** The first run of the unbroken row of red ones that this one ends; null if it is not red. */
  readonly redSince: { readonly id: number; readonly number: number; readonly startTime: string } | null;
}

export interface SuiteStates {
  readonly suites: number;
  readonly redSuites: number;
  /** The red ones that ran last, or if there is none the one green suite that ran last. */
  readonly latest: LatestRun[];
}

/** The last finished run of each suite, environment and branch, and for those that are returned the runs of the suite before them. */
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
    select ${runColumns}, shown.suites, shown.red_suites as "redSuites", shown.red,
           since.id as "sinceId", since.number as "sinceNumber", since.started_at as since
      from shown
      join run r on r.project_id = ${projectId} and r.id = shown.run_id
      left join lateral (
        select id, number, started_at
          from (
            select id, number, started_at, bool_and(red) over (order by started_at desc, id desc) as unbroken
              from (
                select id, number, started_at, ${isRed} as red
                  from run
                 where project_id = ${projectId} and suite = shown.suite and environment = shown.environment
                   and coalesce(branch, '') = shown.branch and status <> 'running' and removed_at is null
                   and (started_at, id) <= (shown.started_at, shown.run_id)
                 order by started_at desc, id desc
                 limit ${lookBack}) back
          ) row_of_runs
         where unbroken
         order by started_at, id
         limit 1
      ) since on shown.red
     order by shown.started_at desc, shown.run_id desc
  `.execute(db);
  const latest = rows.map(
    ({ suites: _suites, redSuites: _redSuites, red: _red, sinceId, sinceNumber, since, ...run }) => ({
      report: presentRun(run),
      redSince: sinceId === null ? null : { id: sinceId, number: sinceNumber, startTime: since.toISOString() },
    }),
  );
  return { suites: rows[0]?.suites ?? 0, redSuites: rows[0]?.redSuites ?? 0, latest };
}
