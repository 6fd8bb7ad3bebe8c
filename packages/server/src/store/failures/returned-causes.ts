import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of ids to return. */
const max = 1000;

/**
 * Returns the ids whose cause failed again in this run after it was done, if the failure had disappeared in between: either the previous full run
 * started after that and did not have the failure, or the cause is marked as back in this run.
 *
 * @param done Selects `id`, `done_at` and `group_id` (the cause that was not merged).
 */
export async function returnedCauses(
  transaction: Db,
  { projectId, runId }: { projectId: number; runId: number },
  done: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with here as (
      select id, suite, environment, branch, started_at from run where project_id = ${projectId} and id = ${runId}
    ), before as (
      select p.id, p.started_at from here, run p
       where p.project_id = ${projectId} and p.suite = here.suite and p.environment = here.environment
         and coalesce(p.branch, '') = coalesce(here.branch, '') and p.status <> 'running' and p.partial is null
         and p.removed_at is null
         and (p.started_at, p.id) < (here.started_at, here.id)
       order by p.started_at desc, p.id desc limit 1
    ), done as materialized (
      select d.* from here, (${done}) d where d.done_at < here.started_at
    )
    select d.id from done d
     where exists (${failuresOf(projectId, sql`${runId}`)})
       and (exists (select from failure_group g where g.project_id = ${opaqueProjectId(projectId)} and g.id = d.group_id and g.regressed_run_id = ${runId})
            or exists (select from before b where b.started_at > d.done_at and not exists (${failuresOf(projectId, sql`b.id`)})))
     order by d.id limit ${max}
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

function failuresOf(projectId: number, runId: RawBuilder<unknown>) {
  return sql`
    select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
     where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = d.group_id and f.run_id = ${runId} and not f.gone and not f.flaky`;
}
