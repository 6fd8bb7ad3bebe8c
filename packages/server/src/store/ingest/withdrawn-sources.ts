import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { recordReleased } from "#store/runs/run-removal.ts";
import type { SuiteKey } from "#store/runs/suite-states.ts";
import type { BatchTarget } from "./batch.ts";

/** Locks the run of a source; `null` if the source does not exist. */
export async function lockRunOfSource(
  transaction: Db,
  projectId: number,
  sourceId: number,
): Promise<(SuiteKey & { readonly runId: number }) | null> {
  const { rows } = await sql<SuiteKey & { runId: number }>`
    select r.id as "runId", r.suite, r.environment, r.branch
      from upload u
      join run r on r.project_id = u.project_id and r.id = u.run_id
     where u.project_id = ${projectId} and u.id = ${sourceId}
       for update of r
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Locks a source that is being received. Returns false if it is complete. */
export async function lockUnfinished(transaction: Db, projectId: number, sourceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from upload where project_id = ${projectId} and id = ${sourceId} and status = 'receiving' for update
  `.execute(transaction);
  return rows.length > 0;
}

/** Deletes a source with its contents. Results that it superseded count again. */
export async function deleteSource(
  transaction: Db,
  { projectId, runId, sourceId }: Omit<BatchTarget, "shard">,
): Promise<void> {
  const own = sql`project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId}`;
  await sql`
    with gone as (
      delete from artifact where ${own}
      returning blob_hash
    ), ${recordReleased(projectId)}
    select 1
  `.execute(transaction);
  for (const table of ["problem", "run_output", "result_detail", "result"])
    await sql`delete from ${sql.table(table)} where ${own}`.execute(transaction);
  await sql`
    update result r
       set superseded_by = (
             select later.upload_id from result later
              where later.project_id = ${opaqueProjectId(projectId)} and later.run_id = r.run_id and later.test_id = r.test_id
                and later.occurrence = r.occurrence and later.generation > r.generation
              order by later.generation limit 1)
     where project_id = ${projectId} and run_id = ${runId} and superseded_by = ${sourceId}
  `.execute(transaction);
  await sql`delete from upload where project_id = ${projectId} and id = ${sourceId}`.execute(transaction);
}

/** Deletes a run that has no sources. Reuses its number, unless the next run already has a number. */
export async function deleteRunWithoutSources(transaction: Db, projectId: number, runId: number): Promise<void> {
  await sql`
    with gone as (
      delete from run r
       where project_id = ${projectId} and id = ${runId}
         and not exists (select 1 from upload u where u.project_id = r.project_id and u.run_id = r.id)
      returning r.number
    )
    update run_counter c set last_number = gone.number - 1
      from gone where c.project_id = ${projectId} and c.last_number = gone.number
  `.execute(transaction);
}

/** Returns the sources that are being received, except live sources, with the processes that write them. */
export async function abandonableSources(
  db: Db,
): Promise<{ readonly projectId: number; readonly id: number; readonly writer: number }[]> {
  const { rows } = await sql<{ projectId: number; id: number; writer: number }>`
    select project_id as "projectId", id, writer from upload where status = 'receiving' and kind <> 'live' order by id
  `.execute(db);
  return rows;
}
