import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { NamedSource } from "./live-sources.ts";

/** A live source with the number of its batch. */
export interface NumberedBatch extends NamedSource {
  readonly batch: number;
}

/** Locks open live sources and stores the numbers of their batches if these are the next ones. Returns the last batches before that, by source id. */
export async function lockSources(
  transaction: Db,
  projectId: number,
  batches: readonly NumberedBatch[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; lastBatch: number }>`
    with due as (
      select u.id, u.last_batch, given.batch
        from unnest(${numbers(batches.map(({ sourceId }) => sourceId))}::bigint[], ${numbers(batches.map(({ batch }) => batch))}::integer[])
             as given (id, batch)
        join upload u on u.project_id = ${projectId} and u.id = given.id and u.kind = 'live' and u.status = 'receiving'
       order by u.id
         for update of u
    ), heard as (
      update upload u
         set heard_at = now(), duration_ms = null, last_batch = case when due.batch = due.last_batch + 1 then due.batch else due.last_batch end
        from due where u.project_id = ${projectId} and u.id = due.id
    ) select id, last_batch as "lastBatch" from due
  `.execute(transaction);
  return new Map(rows.map(({ id, lastBatch }) => [id, lastBatch]));
}

/**
 * Minimum interval between updates of a run's last-event time. The column is indexed, so an update touches all indexes of the run, and timeouts are
 * measured in minutes.
 */
const recordedSeconds = 10;

/** Locks the runs and updates their last-event times. */
export async function lockLiveRuns(
  transaction: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<{ readonly id: number; readonly status: RunStatus; readonly total: number }[]> {
  const { rows } = await sql<{ id: number; status: RunStatus; total: number }>`
    with locked as (
      select id, status, total from run
       where project_id = ${projectId} and id = any(${numbers(runIds)}::bigint[]) order by id for update
    ), heard as (
      update run r set last_event_at = now() from locked
       where r.project_id = ${projectId} and r.id = locked.id and r.last_event_at < now() - make_interval(secs => ${recordedSeconds})
    ) select id, status, total from locked
  `.execute(transaction);
  return rows;
}
