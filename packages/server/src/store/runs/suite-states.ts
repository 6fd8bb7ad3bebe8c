import type { Report } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { presentRun, runColumns, type RunRow } from "./runs.ts";

/**
 * So many of the newest finished runs say what suites there are; one that ran for the last time long before the newest run
 * is no news. A run in the future, which a wrong clock made, is not the newest: it would make all others old.
 */
const recentRuns = 2000;
const recentDays = 30;
/** How far back the first red run of a row is looked for. */
const lookBack = 500;

/** A run that somebody has to look at. */
export const isRed = sql.raw(`(status in ('failed', 'interrupted') or failed + errored > 0)`);

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

/**
 * The last finished run of each suite, environment and branch. Costs the same in every project: it reads the newest runs,
 * and for each that it returns the runs of its suite before it.
 */
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
    with recent as materialized (
      select id, suite, environment, branch, started_at, ${isRed} as red
        from run
       where project_id = ${projectId} and status <> 'running'
       order by started_at desc, id desc
       limit ${recentRuns}
    ), newest as (
      select coalesce(max(started_at) filter (where started_at <= ${now}), max(started_at)) as started_at from recent
    ), latest as (
      select distinct on (suite, environment, branch) recent.*
        from recent, newest
       where recent.started_at > newest.started_at - make_interval(days => ${recentDays})
       order by suite, environment, branch, recent.started_at desc, id desc
    ), counted as (
      select *, count(*) over () as suites, count(*) filter (where red) over () as red_suites from latest
    ), shown as (
      select * from counted
       where red or red_suites = 0
       order by started_at desc, id desc
       limit case when exists (select from counted where red) then ${limit}::integer else 1 end
    )
    select ${runColumns}, shown.suites, shown.red_suites as "redSuites", shown.red,
           since.id as "sinceId", since.number as "sinceNumber", since.started_at as since
      from shown
      join run r on r.project_id = ${projectId} and r.id = shown.id
      left join lateral (
        select id, number, started_at
          from (
            select id, number, started_at, bool_and(red) over (order by started_at desc, id desc) as unbroken
              from (
                select id, number, started_at, ${isRed} as red
                  from run
                 where project_id = ${projectId} and suite = shown.suite and environment = shown.environment
                   and branch is not distinct from shown.branch and status <> 'running'
                   and (started_at, id) <= (shown.started_at, shown.id)
                 order by started_at desc, id desc
                 limit ${lookBack}) back
          ) row_of_runs
         where unbroken
         order by started_at, id
         limit 1
      ) since on shown.red
     order by shown.started_at desc, shown.id desc
  `.execute(db);
  const latest = rows.map(
    ({ suites: _suites, redSuites: _redSuites, red: _red, sinceId, sinceNumber, since, ...run }) => ({
      report: presentRun(run),
      redSince: sinceId === null ? null : { id: sinceId, number: sinceNumber, startTime: since.toISOString() },
    }),
  );
  return { suites: rows[0]?.suites ?? 0, redSuites: rows[0]?.redSuites ?? 0, latest };
}
