import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { RunForRules } from "./run-for-rules.ts";

/** A series of runs in which a cause failed before a run. */
export interface SeenCause extends Pick<RunForRules, "branch" | "environment" | "suite" | "tags"> {
  readonly runId: number;
  readonly groupId: number;
}

/** Oldest failures of an error in a series whose runs are searched for tags. */
const maxTagged = 500;

/**
 * Returns the series (suite, environment and branch) in which causes failed before runs. Reads one index entry per error and series, so the cost does
 * not depend on the number of runs.
 *
 * @param withTags Whether the tags of the runs are read, too; otherwise they are empty.
 */
export async function seenCauses(
  db: Db,
  projectId: number,
  causes: readonly { readonly runId: number; readonly groupId: number }[],
  withTags: boolean,
): Promise<SeenCause[]> {
  if (causes.length === 0) return [];
  const project = opaqueProjectId(projectId);
  const counts = sql`f.project_id = ${project} and not f.gone and not f.flaky`;
  const tags = sql`array(
      select distinct tag from (
        select run_id from failure f
         where ${counts} and f.signature_id = e.id and f.history_key = s.history_key and f.failed_at < r.started_at
         order by f.failed_at limit ${maxTagged}) earlier
       join run t on t.project_id = ${project} and t.id = earlier.run_id
      cross join unnest(t.tags) as tag)`;
  const { rows } = await sql<SeenCause>`
    with recursive asked (run_id, group_id) as materialized (
      select * from unnest(${numbers(causes.map(({ runId }) => runId))}::bigint[], ${numbers(causes.map(({ groupId }) => groupId))}::bigint[])
    ), error as materialized (
      select s.id, s.group_id from failure_signature s
       where s.project_id = ${project} and s.group_id = any(array(select distinct group_id from asked))
    ), series (signature_id, history_key) as (
      select e.id, (select f.history_key from failure f where ${counts} and f.signature_id = e.id order by f.history_key limit 1) from error e
      union all
      select s.signature_id, (select f.history_key from failure f
                               where ${counts} and f.signature_id = s.signature_id and f.history_key > s.history_key
                               order by f.history_key limit 1)
        from series s where s.history_key is not null
    )
    select a.run_id as "runId", a.group_id as "groupId", first.suite, first.environment, first.branch,
           ${withTags ? tags : sql`'{}'::text[]`} as tags
      from asked a
      join run r on r.project_id = ${project} and r.id = a.run_id
      join error e on e.group_id = a.group_id
      join series s on s.signature_id = e.id and s.history_key is not null
     cross join lateral (
             select f.run_id, f.failed_at from failure f
              where ${counts} and f.signature_id = e.id and f.history_key = s.history_key
              order by f.failed_at limit 1) oldest
      join run first on first.project_id = ${project} and first.id = oldest.run_id
     where oldest.run_id <> a.run_id and oldest.failed_at < r.started_at
  `.execute(db);
  return rows;
}
