import { resumeLiveUploads } from "#store/uploads/live-uploads.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "#store/ingest/batch.ts";
import { lockLiveRuns, lockSources, type NumberedBatch } from "#store/ingest/batch-order.ts";
import { type LiveStep, nextState } from "./next-state.ts";
import { reopen } from "./reopen-runs.ts";

export interface CheckedBatches {
  /** By source id. */
  readonly steps: ReadonlyMap<number, LiveStep>;
  /** Number of tests by run id. */
  readonly totals: ReadonlyMap<number, number>;
}

/**
 * Records that one batch per live source has arrived, in the transaction that writes them. Keeps the runs locked and resumes interrupted ones.
 *
 * Locks runs by id before their sources, so that transactions cannot deadlock.
 */
export async function lockAndCheckBatches(
  transaction: Db,
  projectId: number,
  batches: readonly NumberedBatch[],
  now: Date,
): Promise<CheckedBatches> {
  const runs = await lockLiveRuns(
    transaction,
    projectId,
    batches.map(({ runId }) => runId),
  );
  const ended = runs.filter(({ status }) => status !== "running").map(({ id }) => id);
  if (ended.length > 0) await reopen(transaction, projectId, ended, now);
  const known = await lockSources(transaction, projectId, batches);
  const resumed = batches.filter(({ runId }) => ended.includes(runId)).map(({ sourceId }) => sourceId);
  await resumeLiveUploads(transaction, projectId, resumed);
  return {
    steps: new Map(batches.map(({ sourceId, batch }) => [sourceId, stepOf(known.get(sourceId), batch)])),
    totals: new Map(runs.map(({ id, total }) => [id, total])),
  };
}

/** @param lastBatch Undefined for a source that ended before it was locked. */
function stepOf(lastBatch: number | undefined, batch: number): LiveStep {
  return lastBatch === undefined
    ? { kind: "ended" }
    : nextState({ state: "running", lastBatch }, { kind: "batch", batch });
}

/** Marks a live source as active. Returns false if it has sent its last event. */
export async function touchSource(transaction: Db, target: BatchTarget, now: Date): Promise<boolean> {
  const { steps } = await lockAndCheckBatches(transaction, target.projectId, [{ ...target, batch: 0 }], now);
  return steps.get(target.sourceId)?.kind !== "ended";
}
