import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

const atOnce = 1000;

/** Limits per project: age (`before`), number of uploads (`max`), and number of uploads that were not accepted (`maxRefused`). */
interface UploadLimits {
  readonly before: Date;
  readonly max: number;
  readonly maxRefused: number;
}

/** Limited separately, so that a client that only sends invalid uploads does not displace valid ones. */
const isRefused = sql`state in ('rejected', 'failed', 'interrupted', 'duplicate')`;

/** Deletes uploads that exceed the limits for age or number, in small batches. */
export async function deleteOldUploads(db: Db, { before, max, maxRefused }: UploadLimits): Promise<void> {
  const { rows } = await sql<{ projectId: number; old: boolean; many: boolean; refused: boolean }>`
    select project_id as "projectId", min(received_at) < ${before} as old, count(*) > ${max} as many,
           count(*) filter (where ${isRefused}) > ${maxRefused} as refused
      from arrival group by project_id
  `.execute(db);
  for (const { projectId, old, many, refused } of rows) {
    if (old) await deleteAll(db, projectId, sql`received_at < ${before}`);
    if (refused)
      await deleteAll(db, projectId, sql`${isRefused} and id <= ${nthNewest(projectId, maxRefused, isRefused)}`);
    if (many) await deleteAll(db, projectId, sql`id <= ${nthNewest(projectId, max, sql`true`)}`);
  }
}

function nthNewest(projectId: number, max: number, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select id from arrival where project_id = ${projectId} and ${condition} order by id desc offset ${max} limit 1)`;
}

async function deleteAll(db: Db, projectId: number, condition: RawBuilder<unknown>): Promise<void> {
  for (let deleted = atOnce; deleted === atOnce;) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from arrival
         where ctid = any(array(
           select ctid from arrival where project_id = ${projectId} and ${condition} order by id limit ${atOnce}))
           and project_id = ${projectId}
        returning 1
      ) select count(*)::integer as count from gone
    `.execute(db);
    deleted = rows[0]?.count ?? 0;
  }
}
