import type { FingerprintedCause } from "@plumb/analysis/grouping/near-misses.ts";
import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

export interface RelatedCause extends FingerprintedCause {
  readonly id: number;
}

/** Search limits, which keep the cost per cause constant. */
const [searchedErrors, searchedFailures, searchedCauses] = [5, 100, 25];

/** Returns the cause, followed by others with a similar error or with failures of the same tests. */
export async function relatedCauses(
  db: Db,
  projectId: number,
  { groupId, testIds }: { readonly groupId: number; readonly testIds: readonly number[] },
): Promise<RelatedCause[]> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<RelatedCause>`
    with alike as (
      select distinct other.group_id as id
        from (select block from failure_signature where project_id = ${project} and group_id = ${groupId}
               order by occurrences desc, id limit ${searchedErrors}) own
       cross join lateral (
               select group_id from failure_signature where project_id = ${project} and block = own.block limit ${searchedCauses}) other
    ), together as (
      select distinct s.group_id as id
        from unnest(${numbers(testIds)}::bigint[]) as asked (test_id)
       cross join lateral (
               select signature_id from failure where project_id = ${project} and test_id = asked.test_id and not gone
                order by failed_at desc limit ${searchedFailures}) f
        join failure_signature s on s.project_id = ${project} and s.id = f.signature_id
    )
    select g.id, g.sub_class as "subClass", main.outline
      from (select ${groupId}::bigint as id union select id from alike union (select id from together limit ${searchedCauses})) c
      join failure_group g on g.project_id = ${project} and g.id = c.id
     cross join lateral (
             select outline from failure_signature where project_id = ${opaqueProjectId(projectId)} and group_id = g.id
              order by occurrences desc, id limit 1) main
     order by g.id <> ${groupId}, g.id
  `.execute(db);
  return rows;
}

export interface ItemOfCause {
  readonly groupId: number;
  readonly id: number;
  readonly title: string;
  readonly status: ItemStatus;
  /** Name of the assignee; `null` if it has none. */
  readonly assignee: string | null;
}

const itemsPerCause = 3;

/** Returns the latest analysis items about each cause. */
export async function itemsOfCauses(db: Db, projectId: number, groupIds: readonly number[]): Promise<ItemOfCause[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<ItemOfCause>`
    select w.id as "groupId", i.id, i.title, i.status, case when i.assigned_to is not null then i.assigned_name end as assignee
      from unnest(${numbers(groupIds)}::bigint[]) as w (id)
     cross join lateral (
             select id, title, status, assigned_to, assigned_name from annotation where project_id = ${projectId} and group_id = w.id
              order by id desc limit ${itemsPerCause}) i
  `.execute(db);
  return rows;
}
