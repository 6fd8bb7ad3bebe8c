import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Which results of a run are looked at: those that live batches changed, or all. */
export interface RunChanges {
  readonly projectId: number;
  readonly runId: number;
  /** After the one revision and up to the other; null: all results. */
  readonly between: Revisions | null;
}

interface Revisions {
  readonly since: number;
  readonly until: number;
}

/** From where to read what live batches changed: `revision`, `result_id`. */
export function changesOf(
  { projectId, runId }: Pick<RunChanges, "projectId" | "runId">,
  { since, until }: Revisions,
): RawBuilder<unknown> {
  return sql`from live_change
     where project_id = ${projectId} and run_id = ${runId} and revision > ${since} and revision <= ${until}`;
}

/**
 * The changes in a run after a revision; everything if one of the revisions since was not made by a batch.
 *
 * @param since Null: nothing is known of it yet.
 */
export async function changesSince(
  db: Db,
  projectId: number,
  runId: number,
  { since, until }: { readonly since: number | null; readonly until: number },
): Promise<RunChanges> {
  const everything = { projectId, runId, between: null };
  if (since === null || since > until) return everything;
  const { rows } = await sql<{ revisions: number }>`
    select count(distinct revision)::integer as revisions ${changesOf({ projectId, runId }, { since, until })}
  `.execute(db);
  return rows[0]?.revisions === until - since ? { ...everything, between: { since, until } } : everything;
}

/**
 * The condition that a result's id is in the list. As an array, so that it is looked up in an index whatever the
 * planner assumes.
 */
export function among(changes: RunChanges, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (changes.between === null) return sql`true`;
  return sql`${id} = any(array(select distinct result_id ${changesOf(changes, changes.between)}))`;
}
