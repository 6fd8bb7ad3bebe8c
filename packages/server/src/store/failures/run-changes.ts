import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Results of a run to process: those that live batches changed, or all. */
export interface RunChanges {
  readonly projectId: number;
  readonly runId: number;
  /** `since` is exclusive, `until` inclusive; `null` for all results. */
  readonly between: Revisions | null;
}

interface Revisions {
  readonly since: number;
  readonly until: number;
}

/** Returns the `from` clause for the changes by live batches, with the columns `revision` and `result_id`. */
export function changesOf(
  { projectId, runId }: Pick<RunChanges, "projectId" | "runId">,
  { since, until }: Revisions,
): RawBuilder<unknown> {
  return sql`from live_change
     where project_id = ${projectId} and run_id = ${runId} and revision > ${since} and revision <= ${until}`;
}

/**
 * Returns the changes of a run between two revisions, or all results if a revision in between was not made by a live batch.
 *
 * @param since `null` if the run was not processed before.
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

/** Returns a condition that is true for changed results. It uses an array so that PostgreSQL uses the index regardless of its estimates. */
export function among(changes: RunChanges, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (changes.between === null) return sql`true`;
  return sql`${id} = any(array(select distinct result_id ${changesOf(changes, changes.between)}))`;
}
