import { sql } from "kysely";
import { removePinsOfProject } from "./boards.ts";
import type { Db } from "#store/db.ts";

/**
 * Tables of a project in deletion order, each with its rows per batch (fewer for large rows) and the column to delete by, which is `id` by default.
 */
const contents: readonly (readonly [table: string, batch: number, column?: string])[] = [
  ["job", 2000],
  ["export", 1000],
  ["failure", 2000],
  ["result", 2000],
  ["result_detail", 100],
  ["artifact", 2000],
  ["problem", 2000],
  ["run_output", 100],
  ["live_event", 500],
  ["live_file", 2000],
  ["live_test", 2000],
  ["live_change", 2000, "run_id"],
  ["reportportal_item", 2000],
  ["reportportal_launch", 2000],
  ["upload", 500],
  ["arrival_run", 2000, "arrival_id"],
  ["arrival", 1000],
  ["run", 500],
  ["git_commit", 1000],
  ["failure_signature", 500],
  ["failure_group", 2000],
  ["cause_resolution", 2000, "group_id"],
  ["incident", 1000],
  ["decision", 1000],
  ["classification_rule", 1000],
  ["test_day", 2000, "test_id"],
  ["test_state", 2000, "test_id"],
  ["test_activity", 2000, "test_id"],
  ["test_state_change", 2000],
  ["test_alias", 2000, "test_id"],
  ["quarantine", 1000],
  ["run_owner", 2000, "run_id"],
  ["counted_run", 2000, "run_id"],
  ["counting_run", 2000, "run_id"],
  ["trend_event", 1000],
  ["test", 2000],
  ["notification", 2000],
  ["saved_view", 1000],
  ["annotation_event", 2000],
  ["annotation_comment", 500],
  ["annotation_link", 1000],
  ["annotation_attachment", 1000],
  ["annotation", 500],
  ["llm_answer", 1000],
  ["outbox_delivery", 1000],
  ["outbox_destination", 100, "target_id"],
  ["webhook", 100],
  ["stored_blob", 2000, "hash"],
];

/** Values greater than every id and every hexadecimal hash. */
const last = { id: sql`9223372036854775807`, hash: sql`'g'` };

/** Returns false while the project receives an upload. A separate job rolls back the unfinished uploads of crashed processes. */
export async function mayRemove(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from upload where project_id = ${projectId} and status = 'receiving' and kind <> 'live' limit 1
  `.execute(db);
  return rows.length === 0;
}

/** Deletes one batch of the project's contents. Returns false when none is left. */
export async function removeBatch(db: Db, projectId: number): Promise<boolean> {
  for (const [table, batch, column = "id"] of contents) {
    const id = sql.ref(column);
    // Deletes up to an id instead of by a list of ids. Without statistics, PostgreSQL scanned the list for every row, and 60,000 results blocked the
    // database for minutes.
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from ${sql.table(table)}
         where project_id = ${projectId}
           and ${id} <= coalesce((select ${id} from ${sql.table(table)} where project_id = ${projectId} order by ${id} offset ${batch - 1} limit 1),
                              ${column === "hash" ? last.hash : last.id})
        returning 1
      ) select count(*)::integer as count from gone
    `.execute(db);
    if (rows[0]?.count !== 0) return true;
  }
  return false;
}

/** Deletes the empty project with its members, keys, run counter and pins. Keeps the project if runs were added since. */
export async function removeProject(db: Db, projectId: number): Promise<void> {
  // Not in the transaction, because a distributed database has boards on the coordinator only.
  await removePinsOfProject(db, projectId);
  await db.transaction().execute(async (transaction) => {
    // Adding a run locks its project.
    await sql`select from project where id = ${projectId} for update`.execute(transaction);
    const { rows: runs } = await sql`select from run where project_id = ${projectId} limit 1`.execute(transaction);
    if (runs.length === 0)
      await sql`delete from project where id = ${projectId} and status = 'deleting'`.execute(transaction);
  });
}
