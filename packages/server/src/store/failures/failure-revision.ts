import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/**
 * Raises the revision of a project's failures: readers that keep failures in memory load the changes since theirs. Locks the failures, so that
 * changes by users and by the engine run one at a time.
 *
 * @returns The revision to store with the changed rows.
 */
export async function bumpFailureRevision(transaction: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into failure_state as s (project_id, revision) values (${projectId}, 1)
    on conflict (project_id) do update set revision = s.revision + 1
    returning revision
  `.execute(transaction);
  return rows[0]?.revision ?? 0;
}

/** Locks the failures of a project until the transaction ends. */
export async function holdFailures(transaction: Db, projectId: number): Promise<void> {
  await sql`select from failure_state where project_id = ${projectId} for no key update`.execute(transaction);
}
