import { dayMs } from "@plumb/contract/durations.ts";
import { silence } from "@plumb/contract/integrations/notification-rules.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";

/** Two pauses of at least this length do not fit into the days that are read. */
const longestMs = (silence.factor * silence.days * dayMs) / silence.pauseRank;

/** A suite that has not run for long. */
export interface Silence {
  /** Last run before it. */
  readonly runId: number;
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly startedAt: Date;
  readonly usualPauseMs: number;
  /** Since when the suite counts as silent. */
  readonly at: Date;
}

/**
 * Returns the suites on main branches whose silence began in a period. Runs that were received more than a day after their start are imported history
 * and do not count as usual runs.
 *
 * A silence lasts at least a day, so the last run before it is also the last one before one of the period's days. That takes one index lookup per
 * suite and day, regardless of the number of runs. The pauses between runs are only read for suites that have not run for a day.
 */
export async function suiteSilences(
  db: Db,
  projectId: number,
  { since, now }: { since: Date; now: Date },
): Promise<Silence[]> {
  const days = Math.ceil((now.getTime() - since.getTime()) / dayMs);
  const branches = texts(["", ...(await mainBranchesOf(db, projectId))]);
  const minMs = silence.minHours * 3_600_000;
  const { rows } = await sql<Omit<Silence, "at"> & { nextAt: Date | null; runs: number; days: number }>`
    with last as materialized (
      select distinct r.id, s.suite, s.environment, s.branch as place, r.started_at
        from suite_state s
       cross join generate_series(0, ${days}::integer) as day (back)
       cross join lateral (
               select id, started_at from run
                where project_id = ${projectId} and suite = s.suite and environment = s.environment and coalesce(branch, '') = s.branch
                  and status <> 'running' and removed_at is null
                  and started_at <= ${now}::timestamptz - make_interval(days => day.back, secs => ${minMs / 1000})
                order by started_at desc, id desc limit 1) r
       where s.project_id = ${projectId} and s.branch = any(${branches}::text[])
         and r.started_at >= ${new Date(since.getTime() - longestMs)}
    ), paused as materialized (
      select l.*, least(
               (select n.started_at from run n
                 where n.project_id = ${projectId} and n.suite = l.suite and n.environment = l.environment and coalesce(n.branch, '') = l.place
                   and n.status <> 'running' and n.removed_at is null and (n.started_at, n.id) > (l.started_at, l.id)
                 order by n.started_at, n.id limit 1),
               (select min(n.started_at) from run n
                 where n.project_id = ${projectId} and n.status = 'running' and n.suite = l.suite and n.environment = l.environment
                   and coalesce(n.branch, '') = l.place and n.started_at > l.started_at)) as next_at
        from last l
    )
    select r.id as "runId", r.number, r.suite, r.environment, r.branch, r.tags, r.started_at as "startedAt", p.next_at as "nextAt",
           usual.runs, (extract(epoch from p.started_at - usual.first_at) / 86400)::float8 as days, (extract(epoch from usual.pause) * 1000)::float8 as "usualPauseMs"
      from paused p
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = p.id and r.created_at < r.started_at + interval '1 day'
     cross join lateral (
             select count(*) as runs, min(started_at) as first_at, (array_agg(pause order by pause desc nulls last))[${silence.pauseRank}::integer] as pause
               from (select n.started_at, n.started_at - lag(n.started_at) over (order by n.started_at) as pause from run n
                      where n.project_id = ${projectId} and n.suite = p.suite and n.environment = p.environment and coalesce(n.branch, '') = p.place
                        and n.status <> 'running' and n.removed_at is null and n.created_at < n.started_at + interval '1 day'
                        and n.started_at between p.started_at - make_interval(days => ${silence.days}) and p.started_at) pauses) usual
     where (p.next_at is null or p.next_at > p.started_at + make_interval(secs => ${minMs / 1000}))
     order by r.started_at, r.id limit 1000
  `.execute(db);
  return rows.flatMap(({ nextAt, runs, days: spanned, ...found }) => {
    const at = new Date(found.startedAt.getTime() + Math.max(minMs, silence.factor * found.usualPauseMs));
    const isUsual = runs >= silence.minRuns && spanned >= silence.minDays;
    return isUsual && (nextAt === null || nextAt > at) ? [{ ...found, at }] : [];
  });
}
