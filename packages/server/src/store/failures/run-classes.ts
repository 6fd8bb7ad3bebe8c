import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import { type SeenCause, stateOfCause } from "@plumb/analysis/failures/failing-state.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { ruleOfFailure } from "#store/failures/rules/own-classes.ts";

/** Classes and causes of a run's failures. */
export interface RunCauses {
  readonly classes: readonly { readonly class: ClassFilter; readonly failures: number }[];
  readonly causes: number;
  /** Number of causes that are new if this is the latest run of its suite. */
  readonly newCauses: number;
}

type Cause = Omit<SeenCause, "isPresent">;

/** First and last occurrence of group `d`, as in `failure-index.ts`. */
const spanOfGroup = (project: RawBuilder<unknown>) => sql`
  select extract(epoch from min(o.first_seen)) * 1000 as "firstSeen",
         (array_agg((o.first_run ->> 'id')::bigint order by o.first_seen, o.id))[1] as "firstRunId",
         (array_agg((o.last_run ->> 'id')::bigint order by o.last_seen desc, o.id))[1] as "lastRunId",
         (select json_build_object('runId', b.id, 'at', extract(epoch from b.started_at) * 1000)
            from failure_group g join run b on b.project_id = ${project} and b.id = g.regressed_run_id and b.removed_at is null
           where g.project_id = ${project} and g.id = d.group_id) as "cameBack"
    from failure_signature o
   where o.project_id = ${project} and o.group_id = d.group_id`;

/** Returns the classes and causes by run, without runs whose failures are not collected yet. */
export async function causesOfRuns(
  db: Db,
  projectId: number,
  runIds: readonly number[],
  now: Date,
): Promise<Map<number, RunCauses>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<Pick<RunCauses, "classes"> & { runId: number; seen: Cause[]; causes: number }>`
    select n.id as "runId", told.classes, told.causes, told.seen
      from unnest(${numbers(runIds)}::bigint[]) as asked (id)
      join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = asked.id and n.gathered_version is not null
     cross join lateral (
             with found as (
               select coalesce(f.class, u.class, g.class, 'Unclassified') as class, s.group_id, count(*)::integer as failures
                 from failure f
                 left join failure_signature s on s.project_id = ${opaqueProjectId(projectId)} and s.id = f.signature_id
                 left join failure_group g on g.project_id = ${opaqueProjectId(projectId)} and g.id = s.group_id
                 ${ruleOfFailure(projectId)}
                where f.project_id = ${opaqueProjectId(projectId)} and f.run_id = n.id and not f.gone and not f.flaky
                group by 1, 2
             )
             select (select coalesce(json_agg(c order by c.failures desc, c.class), '[]')
                       from (select class, sum(failures)::integer as failures from found group by class) c) as classes,
                    (select count(distinct group_id)::integer from found) as causes,
                    (select coalesce(json_agg(span), '[]')
                       from (select distinct group_id from found where group_id is not null) d
                      cross join lateral (${spanOfGroup(opaqueProjectId(projectId))}) span) as seen) told
  `.execute(db);
  return new Map(
    rows.map(({ runId, seen, ...told }) => {
      const states = seen.map((cause) => stateOfCause({ ...cause, isPresent: true }, now.getTime()));
      return [runId, { ...told, newCauses: states.filter((state) => state === "new").length }];
    }),
  );
}

/** Returns the causes of a run's failures, those with most failures first. Empty until the failures are collected. */
export async function largestCausesOfRun(
  db: Db,
  projectId: number,
  { runId, limit }: { readonly runId: number; readonly limit: number },
): Promise<number[]> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<{ groupId: number }>`
    select s.group_id as "groupId"
      from failure f
      join failure_signature s on s.project_id = ${project} and s.id = f.signature_id and s.group_id is not null
     where f.project_id = ${project} and f.run_id = ${runId} and not f.gone and not f.flaky
     group by s.group_id
     order by count(*) desc, s.group_id
     limit ${limit}
  `.execute(db);
  return rows.map(({ groupId }) => groupId);
}
