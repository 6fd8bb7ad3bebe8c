import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** The failures or the counted runs of a project. */
type Versioned = "failure" | "trend";

const tables = { failure: sql.table("failure_state"), trend: sql.table("trend_state") };

/**
 * Increments the revision of a project's failures or counted runs. Readers that cache them in memory load the changes since their revision. The row
 * stays locked until the transaction ends, so that changes run one at a time and revisions follow the order of commits. The trends' row must be
 * locked before days and tests, so that transactions cannot deadlock.
 *
 * @returns The revision to store with the changed rows.
 */
export async function bumpRevision(transaction: Db, of: Versioned, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into ${tables[of]} as s (project_id, revision) values (${projectId}, 1)
    on conflict (project_id) do update set revision = s.revision + 1
    returning revision
  `.execute(transaction);
  return rows[0]?.revision ?? 0;
}

/** Locks the failures or counted runs of a project for a change that needs no new revision. */
export async function holdRevision(transaction: Db, of: Versioned, projectId: number): Promise<void> {
  await sql`select from ${tables[of]} where project_id = ${projectId} for no key update`.execute(transaction);
}

/** The revision of a run, which changes with its results; `null` if the run does not exist. For the statement that reads the results. */
export function runRevision(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`(select revision from run where project_id = ${projectId} and id = ${runId})`;
}

/** Reads the revision of a run; `null` if the run does not exist. */
export async function currentRunRevision(db: Db, projectId: number, runId: number): Promise<number | null> {
  const { rows } = await sql<{ revision: number | null }>`
    select ${runRevision(projectId, runId)} as revision
  `.execute(db);
  return rows[0]?.revision ?? null;
}
