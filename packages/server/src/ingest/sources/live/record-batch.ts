import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { storable } from "#core/text.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import { identifyCollected, type WrittenTest, writeCollected } from "./collected-results.ts";
import type { LiveCollection } from "./live-collection.ts";
import { type DueBatch, prepareLiveBatches, type PreparedBatch } from "./prepare-batch.ts";
import { noSource, sourceEnded } from "./refusals.ts";
import { writeRunData } from "./write-run-data.ts";
import { queueStatistics } from "#runs/queue-statistics.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { describeLiveRun } from "#store/ingest/live-facts.ts";
import type { NumberedBatch } from "#store/ingest/batch-order.ts";
import { lockAndCheckBatches, touchSource } from "#runs/sources/check-batches.ts";
import { type LiveStep, nextState } from "#runs/sources/next-state.ts";
import { liveSources, type LiveSource } from "#store/ingest/live-sources.ts";
import { moveWaiting } from "#store/ingest/live-waiting.ts";

export interface Recording extends Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log"> {
  readonly liveCollection: LiveCollection;
}

/** A batch with the run and source ids from its request. */
export interface ArrivedBatch extends NumberedBatch {
  readonly body: Buffer;
}

/** The number of the last stored batch, or the error for this one. */
export type RecordedBatch = number | ApiError;

/**
 * Records batches of live sources of a project in one transaction, at most one per source. Acknowledged data is on disk, including the state of
 * running tests: nothing of a source stays in memory between its calls.
 *
 * @returns The result of each batch, in order.
 */
export async function recordLiveBatches(
  context: Recording,
  projectId: number,
  arrived: readonly ArrivedBatch[],
): Promise<RecordedBatch[]> {
  const sources = await liveSources(context.db, projectId, arrived);
  // Before the sources are locked.
  const expected = arrived.map(({ sourceId, batch }): LiveStep | null => {
    const source = sources.get(sourceId);
    return source === undefined ? null : nextState(source, { kind: "batch", batch });
  });
  const due = arrived.flatMap(({ sourceId, batch, body }, index): DueBatch[] =>
    expected[index]?.kind === "apply" ? [{ source: sources.get(sourceId) as LiveSource, batch, body }] : [],
  );
  const prepared = await prepareLiveBatches(context, projectId, due);
  const collected = prepared.flatMap(({ results }) => results);
  const ids = await identifyCollected(context.db, projectId, collected);
  const accepted = arrived.filter((_, index) => isAccepted(expected[index]));
  const { steps, totals, written } = await inTransaction(context.db, async (transaction) => {
    if (accepted.length === 0)
      return { steps: new Map<number, LiveStep>(), totals: new Map<number, number>(), written: [] };
    const found = await lockAndCheckBatches(transaction, projectId, accepted, context.clock());
    // Another request may have stored a batch or completed the source during the read.
    const next = prepared.filter(({ source }) => found.steps.get(source.target.sourceId)?.kind === "apply");
    const tests = await write(transaction, projectId, found.totals, next, ids);
    return { ...found, written: tests };
  });
  const byRun = Map.groupBy(written, ({ runId }) => runId);
  // Users who open a running report cannot wait for statistics that are collected every minute.
  if (growsLarge(totals, byRun)) await queueStatistics(context, 0);
  announce(context.bus, sources, steps, byRun);
  const failed = new Set(written.flatMap((test) => (test.failed ? [test.runId] : [])));
  for (const runId of failed) context.liveCollection.note(projectId, runId);
  return arrived.map(({ sourceId, batch }, index) => {
    const before = expected[index] ?? null;
    if (before === null) return noSource();
    const step = isAccepted(before) ? (steps.get(sourceId) ?? before) : before;
    if (step.kind === "ended") return sourceEnded();
    if (step.kind === "gap") return tooEarly(batch, step.expected);
    return before.kind === "acknowledge" ? before.lastBatch : batch;
  });
}

/** Returns true for a batch of an open source that is next or was stored before. */
function isAccepted(step: LiveStep | null | undefined): boolean {
  return (step?.kind === "apply" || step?.kind === "acknowledge") && step.state !== "ended";
}

/** Number of tests from which a run is slow to read without statistics. */
const largeFrom = 5000;

/** @param totals Number of tests per run before these were written. */
function growsLarge(
  totals: ReadonlyMap<number, number>,
  written: ReadonlyMap<number, readonly WrittenTest[]>,
): boolean {
  return [...written].some(([runId, tests]) => {
    const before = totals.get(runId) ?? 0;
    return before < largeFrom && before + tests.length >= largeFrom;
  });
}

function announce(
  bus: Context["bus"],
  sources: ReadonlyMap<number, LiveSource>,
  steps: ReadonlyMap<number, LiveStep>,
  written: ReadonlyMap<number, readonly WrittenTest[]>,
): void {
  const started = new Set<number>();
  const facts = new Set<number>();
  for (const [sourceId, step] of steps) {
    const source = sources.get(sourceId);
    if (source === undefined || !isAccepted(step)) continue;
    const { runId } = source.target;
    if (source.state === "idle" && !started.has(runId)) publishRun(bus, source, "started");
    started.add(runId);
    if (step.kind !== "apply" || facts.has(runId)) continue;
    facts.add(runId);
    const tests = (written.get(runId) ?? []).map(({ resultId }) => resultId);
    bus.publish({ about: "run", change: "updated", projectId: source.target.projectId, reportId: runId, tests });
  }
}

/**
 * Handles a heartbeat.
 *
 * @throws ApiError `conflict` if the source is completed.
 */
export async function recordHeartbeat(
  { bus, clock, db }: Pick<Context, "bus" | "clock" | "db">,
  source: LiveSource,
): Promise<void> {
  const accepted = await inTransaction(db, (transaction) => touchSource(transaction, source.target, clock()));
  if (!accepted) throw sourceEnded();
  if (source.state === "idle") publishRun(bus, source, "started");
}

/** Publishes a change after the commit. */
export function publishRun(bus: Context["bus"], { target }: LiveSource, change: "started" | "updated"): void {
  const tests: readonly number[] = [];
  bus.publish({ about: "run", change, projectId: target.projectId, reportId: target.runId, tests });
}

function tooEarly(batch: number, expected: number): ApiError {
  return new ApiError(
    "conflict",
    `Batch ${batch} arrived too early: batch ${expected} is expected. It was not stored.`,
    { expected },
  );
}

async function write(
  transaction: Db,
  projectId: number,
  totals: ReadonlyMap<number, number>,
  prepared: readonly PreparedBatch[],
  ids: ReadonlyMap<string, number>,
): Promise<WrittenTest[]> {
  if (prepared.length === 0) return [];
  const collected = prepared.flatMap(({ results }) => results);
  const written = await writeCollected(transaction, projectId, totals, collected, ids);
  const sources = prepared.map(({ source, facts, bytes }) => ({
    target: source.target,
    frameworkVersion: facts.run.frameworkVersion === undefined ? null : cut(storable(facts.run.frameworkVersion), 100),
    durationMs: facts.run.durationMs ?? null,
    tests: facts.tests,
    bytes,
  }));
  const decided = prepared.flatMap((batch) => batch.decided);
  const waiting = prepared.flatMap((batch) => batch.waiting);
  await moveWaiting(transaction, projectId, sources, decided, waiting);
  for (const batch of prepared) await writeRest(transaction, batch);
  return written;
}

/** Writes files, output, problems and metadata of a batch, which are rare. */
async function writeRest(transaction: Db, { source, files, facts, problems }: PreparedBatch): Promise<void> {
  const { target } = source;
  await writeRunData(transaction, target, { files, output: facts.output, problems });
  const metadata = metadataOf(facts.run);
  if (Object.keys(metadata).length > 0) await describeLiveRun(transaction, target, { shardTotal: 1, metadata });
}

const metadataLimits = { entries: 50, name: 60, value: 500 };

function metadataOf({ metadata = {}, workers }: ReportSummary["run"]): Record<string, string> {
  const facts: readonly (readonly [string, string])[] = Object.entries(metadata)
    .slice(0, metadataLimits.entries)
    .map(
      ([name, value]) =>
        [storable(cut(name, metadataLimits.name)), storable(cut(value, metadataLimits.value))] as const,
    );
  return { ...Object.fromEntries(facts), ...(workers !== undefined && { workers: String(workers) }) };
}
