import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Selects the cause of an error: the id of its group and the signature that represents the group. Selects no row until the error is collected. */
export function causeOf(projectId: number, signature: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.group_id as "groupId", (
             select min(o.signature) from failure_signature o
              where o.project_id = ${opaqueProjectId(projectId)} and o.group_id = s.group_id) as key
      from failure_signature s where s.project_id = ${opaqueProjectId(projectId)} and s.signature = ${signature}`;
}

/** Returns the sorted signatures of all errors with the same cause, including this one. */
export async function signaturesAlike(db: Db, projectId: number, signature: string): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select o.signature
      from failure_signature s
      join failure_signature o on o.project_id = s.project_id and o.group_id = s.group_id
     where s.project_id = ${opaqueProjectId(projectId)} and s.signature = ${signature}
     order by o.signature
  `.execute(db);
  return rows.length === 0 ? [signature] : rows.map((row) => row.signature);
}
