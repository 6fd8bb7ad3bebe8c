import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { resumeLiveArrivals } from "#store/arrivals/live-arrivals.ts";
import type { NamedSource } from "./live-sources.ts";
import type { BatchTarget } from "./batch.ts";
import { reopen } from "./uploads.ts";

/** A live source with the number of its batch. */
export interface NumberedBatch extends NamedSource {
  readonly batch: number;
}

/**
 * How a batch is handled: `next` is stored, `repeated` is already stored (its response was lost), and after a `gap` the client resends from the
 * missing batch.
 */
export type BatchOrder = "next" | "repeated" | "gap" | "ended";

export interface CheckedBatches {
  /** By source id. */
  readonly orders: ReadonlyMap<number, BatchOrder>;
  /** Number of tests by run id. */
  readonly totals: ReadonlyMap<number, number>;
}

/**
 * Records the arrival of one batch per live source in the transaction that writes them. Keeps the runs locked and resumes interrupted ones.
 *
 * Locks runs by id before their sources, so that transactions cannot deadlock.
 */
export async function lockAndCheckBatches(
  transaction: Db,
  projectId: number,
  batches: readonly NumberedBatch[],
  now: Date,
): Promise<CheckedBatches> {
  const { totals, reopened } = await lockRuns(
    transaction,
    projectId,
    batches.map(({ runId }) => runId),
    now,
  );
  const { rows } = await sql<{ id: number; order: Exclude<BatchOrder, "ended"> }>`
    with due as (
      select u.id, u.last_batch, given.batch
        from unnest(${numbers(batches.map(({ uploadId }) => uploadId))}::bigint[], ${numbers(batches.map(({ batch }) => batch))}::integer[])
             as given (id, batch)
        join upload u on u.project_id = ${projectId} and u.id = given.id and u.kind = 'live' and u.status = 'receiving'
       order by u.id
         for update of u
    ), heard as (
      update upload u
         set heard_at = now(), duration_ms = null, last_batch = case when due.batch = due.last_batch + 1 then due.batch else due.last_batch end
        from due where u.project_id = ${projectId} and u.id = due.id
    ) select id, case when batch = last_batch + 1 then 'next' when batch <= last_batch then 'repeated' else 'gap' end as "order" from due
  `.execute(transaction);
  const heardAgain = batches.filter(({ runId }) => reopened.has(runId)).map(({ uploadId }) => uploadId);
  await resumeLiveArrivals(transaction, projectId, heardAgain);
  const known = new Map(rows.map(({ id, order }) => [id, order]));
  return { orders: new Map(batches.map(({ uploadId }) => [uploadId, known.get(uploadId) ?? "ended"])), totals };
}

/**
 * Minimum interval between updates of a run's last-event time. The column is indexed, so an update touches all indexes of the run, and timeouts are
 * measured in minutes.
 */
const notedSeconds = 10;

/**
 * Locks the runs, updates their last-event times and resumes those that had ended. Returns the number of tests of each run and the ids of the resumed
 * runs.
 */
async function lockRuns(
  transaction: Db,
  projectId: number,
  runIds: readonly number[],
  now: Date,
): Promise<{ totals: Map<number, number>; reopened: Set<number> }> {
  const { rows } = await sql<{ id: number; status: RunStatus; total: number }>`
    with locked as (
      select id, status, total from run
       where project_id = ${projectId} and id = any(${numbers(runIds)}::bigint[]) order by id for update
    ), heard as (
      update run r set last_event_at = now() from locked
       where r.project_id = ${projectId} and r.id = locked.id and r.last_event_at < now() - make_interval(secs => ${notedSeconds})
    ) select id, status, total from locked
  `.execute(transaction);
  const ended = rows.filter(({ status }) => status !== "running").map(({ id }) => id);
  if (ended.length > 0) await reopen(transaction, projectId, ended, now);
  return { totals: new Map(rows.map(({ id, total }) => [id, total])), reopened: new Set(ended) };
}

/** Marks a live source as active. Returns false if it has sent its last event. */
export async function touchSource(transaction: Db, target: BatchTarget, now: Date): Promise<boolean> {
  const { orders } = await lockAndCheckBatches(transaction, target.projectId, [{ ...target, batch: 0 }], now);
  return orders.get(target.uploadId) !== "ended";
}
