import type { FailureFingerprint } from "@plumb/analysis/grouping/failure-fingerprint.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { GroupClass } from "./groups.ts";

/** A group with the fingerprint of its most frequent error. */
export interface FingerprintedGroup extends Pick<GroupClass, "class" | "decidedBy" | "subClass"> {
  readonly id: number;
  readonly outline: FailureFingerprint;
}

/** Ordered by id, without pinned groups. */
export async function fingerprintedGroups(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
): Promise<FingerprintedGroup[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<FingerprintedGroup>`
    select g.id, g.class, g.sub_class as "subClass", g.decided_by as "decidedBy", main.outline
      from failure_group g
     cross join lateral (
             select outline from failure_signature
              where project_id = ${opaqueProjectId(projectId)} and group_id = g.id
              order by occurrences desc, id limit 1) main
     where g.project_id = ${opaqueProjectId(projectId)} and g.id = any(${numbers(groupIds)}::bigint[]) and not g.pinned
     order by g.id
  `.execute(db);
  return rows;
}

/** Returns the groups whose errors users separated, one list per decision. */
export async function separatedGroups(db: Db, projectId: number): Promise<number[][]> {
  const { rows } = await sql<{ groupIds: number[] }>`
    select array_agg(distinct s.group_id)::float8[] as "groupIds"
      from decision d
     cross join lateral jsonb_to_recordset(d.before -> 'signatures') as b (id bigint)
      join failure_signature s on s.project_id = d.project_id and s.id = b.id
     where d.project_id = ${projectId} and d.kind in ('split', 'apart') and d.undone_at is null
     group by d.id
    having count(distinct s.group_id) > 1
  `.execute(db);
  return rows.map(({ groupIds }) => groupIds);
}
