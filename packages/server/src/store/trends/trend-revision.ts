import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/**
 * Raises the revision of a project's counted runs: readers that keep them in memory load the changes since theirs. The row stays locked until the
 * transaction ends, so that revisions follow the order of commits. It must be locked before days and tests, so that transactions cannot deadlock.
 *
 * @returns The revision to store with the changed rows.
 */
export async function bumpTrendRevision(transaction: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into trend_state as s (project_id, revision) values (${projectId}, 1)
    on conflict (project_id) do update set revision = s.revision + 1
    returning revision
  `.execute(transaction);
  return rows[0]?.revision ?? 0;
}

/** Locks the counted runs of a project for a change that does not affect its totals. */
export async function holdTrendRevision(transaction: Db, projectId: number): Promise<void> {
  await sql`select from trend_state where project_id = ${projectId} for no key update`.execute(transaction);
}
