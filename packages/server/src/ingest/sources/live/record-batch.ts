import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { storable } from "#core/text.ts";
import type { ReportFacts } from "#ingest/record/gather.ts";
import { prepareLiveBatch, type PreparedBatch, type PreparedResults } from "#ingest/sources/live/prepare-batch.ts";
import { sourceEnded } from "#ingest/sources/live/refusals.ts";
import type { Db } from "#store/db.ts";
import { addLiveProblems, addRunOutput, describeLiveRun, describeSource } from "#store/ingest/live-facts.ts";
import { addLiveFiles } from "#store/ingest/live-files.ts";
import { hearBatch, hearSource, type LiveSource, waitForDisk } from "#store/ingest/live-sources.ts";
import { liveTests, moveWaiting, noteLiveTests } from "#store/ingest/live-tests.ts";
import { isUndecided } from "#store/ingest/place-results.ts";
import { type BatchTarget, recordWithin } from "#store/ingest/recording.ts";

type Recording = Pick<Context, "blobs" | "bus" | "clock" | "db">;

/**
 * Records a batch of a live source, once. What is acknowledged is on the disk, the state of tests that still run included:
 * nothing of a source is in memory between its calls.
 *
 * @returns The number of the last batch that is kept.
 * @throws Failure `conflict` for one that comes too early, or after the last word.
 */
export async function recordLiveBatch(
  context: Recording,
  source: LiveSource,
  batch: number,
  body: Buffer,
): Promise<number> {
  if (source.ended) {
    if (batch <= source.lastBatch) return source.lastBatch;
    throw sourceEnded();
  }
  if (batch > source.lastBatch + 1) throw tooEarly(batch, source.lastBatch);
  if (batch <= source.lastBatch) {
    await hearLiveSource(context, source);
    return source.lastBatch;
  }
  const prepared = await prepareLiveBatch(context, source, batch, body);
  const heard = await context.db.transaction().execute(async (transaction) => {
    const order = await hearBatch(transaction, source.target, batch, context.clock());
    if (order === "next") await write(transaction, source.target, prepared);
    await waitForDisk(transaction);
    return order;
  });
  // Another request has brought it, or ended the source, while this one was read.
  if (heard === "ended") throw sourceEnded();
  if (heard === "gap") throw tooEarly(batch, source.lastBatch);
  if (source.isIdle) tell(context.bus, source, "started");
  tell(context.bus, source, "updated");
  return batch;
}

/** A sign of life. @throws Failure `conflict` after the last word. */
export async function hearLiveSource(
  { bus, clock, db }: Pick<Context, "bus" | "clock" | "db">,
  source: LiveSource,
): Promise<void> {
  const heard = await db.transaction().execute((transaction) => hearSource(transaction, source.target, clock()));
  if (!heard) throw sourceEnded();
  if (source.isIdle) tell(bus, source, "started");
}

/** After the commit. A run that had been given up goes on with whatever is heard of it. */
export function tell(bus: Context["bus"], { target }: LiveSource, change: "started" | "updated"): void {
  bus.publish({ about: "run", change, projectId: target.projectId, reportId: target.runId });
}

function tooEarly(batch: number, lastBatch: number): Failure {
  const expected = lastBatch + 1;
  return new Failure(
    "conflict",
    `Batch ${batch} came too early: batch ${expected} is expected. Nothing of it was kept.`,
    { expected },
  );
}

async function write(transaction: Db, target: BatchTarget, prepared: PreparedBatch): Promise<void> {
  for (const results of prepared.results) await writeResults(transaction, target, results);
  await moveWaiting(transaction, target, prepared.decided, prepared.waiting);
  const most = { ofTest: limits.artifactsPerTest, ofRun: limits.artifactsPerRun };
  const tooMany = await addLiveFiles(transaction, target, prepared.files, most);
  const { facts } = prepared;
  const isCut = await addRunOutput(transaction, target, facts.output, limits.runOutput);
  const added = [
    ...(tooMany.length > 0 ? ["Files beyond the limit of a test or of the run were left out."] : []),
    ...(isCut ? [`Output of the run beyond ${limits.runOutput.toLocaleString("en")} characters was cut.`] : []),
  ].map((reason) => ({ severity: "warning" as const, file: null, line: null, reason }));
  await addLiveProblems(transaction, target, [...prepared.problems, ...added], limits.problemsPerReport);
  await describeSource(transaction, target, {
    frameworkVersion: facts.run.frameworkVersion === undefined ? null : cut(storable(facts.run.frameworkVersion), 100),
    durationMs: facts.run.durationMs ?? null,
    tests: facts.tests,
    bytes: prepared.bytes,
  });
  const metadata = metadataOf(facts.run);
  if (Object.keys(metadata).length > 0)
    await describeLiveRun(transaction, target, { shardTotal: 1, metadata, tags: [] });
}

/** Writes results and notes which tests of the stream they are of. */
export async function writeResults(transaction: Db, target: BatchTarget, prepared: PreparedResults): Promise<void> {
  const { batch, keys, tests } = prepared;
  const known = await liveTests(transaction, target, keys);
  const results = batch.results.map((result, index) => ({
    ...result,
    replaces: known.get(keys[index] as string)?.resultId ?? null,
  }));
  const ids = await recordWithin(transaction, target, { results, details: batch.details, artifacts: [] }, tests);
  const noted = results.map(({ status }, index) => ({
    key: keys[index] as string,
    resultId: ids[index] as number,
    decided: !isUndecided(status),
  }));
  await noteLiveTests(transaction, target, noted);
}

const metadataLimits = { entries: 50, name: 60, value: 500 };

function metadataOf({ metadata = {}, workers }: ReportFacts["run"]): Record<string, string> {
  const told: readonly (readonly [string, string])[] = Object.entries(metadata)
    .slice(0, metadataLimits.entries)
    .map(
      ([name, value]) =>
        [storable(cut(name, metadataLimits.name)), storable(cut(value, metadataLimits.value))] as const,
    );
  return { ...Object.fromEntries(told), ...(workers !== undefined && { workers: String(workers) }) };
}
