import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

const atOnce = 1000;

/** Limits per project: age (`before`), number of uploads (`most`), and number of uploads that were not accepted (`mostRefused`). */
interface Kept {
  readonly before: Date;
  readonly most: number;
  readonly mostRefused: number;
}

/** Limited separately, so that a client that only sends invalid uploads does not displace valid ones. */
const isRefused = sql`state in ('rejected', 'failed', 'interrupted', 'duplicate')`;

/** Deletes uploads that exceed the limits for age or number, in small batches. */
export async function deleteOldArrivals(db: Db, { before, most, mostRefused }: Kept): Promise<void> {
  const { rows } = await sql<{ projectId: number; old: boolean; many: boolean; refused: boolean }>`
    select project_id as "projectId", min(received_at) < ${before} as old, count(*) > ${most} as many,
           count(*) filter (where ${isRefused}) > ${mostRefused} as refused
      from arrival group by project_id
  `.execute(db);
  for (const { projectId, old, many, refused } of rows) {
    if (old) await deleteAll(db, projectId, sql`received_at < ${before}`);
    if (refused)
      await deleteAll(db, projectId, sql`${isRefused} and id <= ${nthNewest(projectId, mostRefused, isRefused)}`);
    if (many) await deleteAll(db, projectId, sql`id <= ${nthNewest(projectId, most, sql`true`)}`);
  }
}

function nthNewest(projectId: number, most: number, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select id from arrival where project_id = ${projectId} and ${condition} order by id desc offset ${most} limit 1)`;
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
