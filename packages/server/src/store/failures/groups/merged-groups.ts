import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/** Returns the id of the cause that now contains the cause of row `alias` of the project. Differs from its `group_id` only if that was merged. */
export function standingGroupOf(projectId: number, alias: string): RawBuilder<number | null> {
  const project = opaqueProjectId(projectId);
  return sql`(
  with recursive up (id, into_id) as (
    select g.id, g.merged_into from failure_group g where g.project_id = ${project} and g.id = ${sql.ref(`${alias}.group_id`)}
    union
    select g.id, g.merged_into from up join failure_group g on g.project_id = ${project} and g.id = up.into_id
  ) select id from up where into_id is null limit 1)`;
}

/** @param groups Selects the ids of causes. Selects these and those that were merged into them. */
export function mergedInto(projectId: number, groups: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with recursive down (id) as (
      ${groups}
      union
      select g.id from down join failure_group g on g.project_id = ${projectId} and g.merged_into = down.id
    ) select id from down`;
}

/** Returns the ids of a cause and of those that were merged into it. */
export async function causesWithin(db: Db, projectId: number, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${mergedInto(projectId, sql`select ${groupId}::bigint`)}`.execute(db);
  return rows.map(({ id }) => id);
}
