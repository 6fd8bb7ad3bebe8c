import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/** Earlier full runs that are searched for the first failure. */
const maxRuns = 50;

/** The run since which a cause fails in each full run of a suite, environment and branch. */
export interface FailingSince {
  readonly groupId: number;
  readonly runId: number;
  readonly number: number;
  readonly branch: string | null;
  readonly startedAt: Date;
  /** True if it failed in all runs that were searched. */
  readonly atLeast: boolean;
}

/** Returns since when causes fail without interruption, up to a run that failed with them. */
export async function failingSince(
  db: Db,
  projectId: number,
  { runId, groupIds }: { readonly runId: number; readonly groupIds: readonly number[] },
): Promise<ReadonlyMap<number, FailingSince>> {
  if (groupIds.length === 0) return new Map();
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<FailingSince>`
    with until as materialized (
      select id, suite, environment, branch, started_at, history_key from run where project_id = ${project} and id = ${runId}
    ), searched as materialized (
      select b.*, row_number() over (order by b.started_at desc, b.id desc) as back
        from until u cross join lateral (
               select p.id, p.number, p.branch, p.started_at from run p
                where p.project_id = ${projectId} and p.suite = u.suite and p.environment = u.environment
                  and coalesce(p.branch, '') = coalesce(u.branch, '') and p.removed_at is null and p.status in ('completed', 'failed')
                  and p.interruption is null and p.partial is null and (p.started_at, p.id) <= (u.started_at, u.id)
                order by p.started_at desc, p.id desc limit ${maxRuns}) b
    ), failing as materialized (
      select distinct s.group_id, f.run_id
        from failure_signature s
        join failure f on f.project_id = s.project_id and f.signature_id = s.id and f.history_key = (select history_key from until)
                      and f.failed_at >= (select min(started_at) from searched) and not f.gone and not f.flaky
       where s.project_id = ${project} and s.group_id = any(${numbers(groupIds)}::bigint[])
    ), passed as (
      select g.id as group_id, (select min(s.back) from searched s
                                 where not exists (select from failing f where f.group_id = g.id and f.run_id = s.id)) as back
        from unnest(${numbers(groupIds)}::bigint[]) as g (id)
    )
    select p.group_id as "groupId", s.id as "runId", s.number, s.branch, s.started_at as "startedAt", p.back is null and s.back = ${maxRuns} as "atLeast"
      from passed p
     cross join lateral (
             select * from searched s where p.back is null or s.back < p.back order by s.back desc limit 1) s
  `.execute(db);
  return new Map(rows.map((row) => [row.groupId, row]));
}
