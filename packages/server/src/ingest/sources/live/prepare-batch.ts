import { setImmediate } from "node:timers/promises";
import type { ArtifactEvent, ResultEvent } from "@plumb/contract/result-event.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { storable } from "#core/text.ts";
import { createBatchBuilder, type BatchBuilder, type ReportSummary } from "#ingest/record/batch-builder.ts";
import { storeReported } from "#ingest/record/recorder.ts";
import { reportedArtifact } from "#ingest/record/reported-artifact.ts";
import { type CollectedResults, createCollected } from "./collected-results.ts";
import { readLines } from "./read-lines.ts";
import { type SortedEvents, sortEvents, stepsOf, type TestOfBatch, withinRoom } from "./sort-events.ts";
import { eachWaiting, packWaiting } from "./waiting-events.ts";
import { type ContentToStore, storeContents, liveFilesNotStored } from "#runs/store-contents.ts";
import type { LiveFile } from "#store/ingest/live-files.ts";
import type { LiveProblem } from "#store/ingest/live-facts.ts";
import type { LiveSource } from "#store/ingest/live-sources.ts";
import { type LiveTest, liveTests, type NamedTest, nameOf } from "#store/ingest/live-tests.ts";
import { type WaitingEvents, waitingSizes } from "#store/ingest/live-waiting.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";

/** The next batch of a live source, before it is read. */
export interface DueBatch {
  readonly source: LiveSource;
  readonly batch: number;
  readonly body: Buffer;
}

/** A batch, ready to be written in one short transaction. */
export interface PreparedBatch {
  readonly source: LiveSource;
  readonly batch: number;
  readonly results: readonly CollectedResults[];
  readonly files: readonly LiveFile[];
  readonly decided: readonly NamedTest[];
  readonly waiting: readonly WaitingEvents[];
  readonly problems: readonly LiveProblem[];
  readonly facts: ReportSummary;
  readonly bytes: number;
}

type Preparing = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log">;

/** Batches have no files: content is in the lines or sent separately. */
const noContents = { at: () => null, withHash: () => null };

/** Number of bytes after which to yield, because parsing blocks the event loop. */
const bytesInOneGo = 256 * 1024;

interface ReadBatch extends DueBatch {
  readonly sorted: SortedEvents;
  readonly badLines: readonly LiveProblem[];
}

/**
 * Reads one batch per source, with the waiting events of tests that finish in it. The result is valid until another batch of its source is written.
 */
export async function prepareLiveBatches(
  context: Preparing,
  projectId: number,
  due: readonly DueBatch[],
): Promise<PreparedBatch[]> {
  const read: ReadBatch[] = [];
  let bytes = 0;
  for (const one of due) {
    const { events, problems } = await readLines(one.body.toString("utf8"), one.batch);
    read.push({ ...one, sorted: sortEvents(events), badLines: problems });
    bytes += one.body.length;
    if (bytes > bytesInOneGo) await setImmediate((bytes = 0));
  }
  const tests = read.flatMap(({ source, sorted }) =>
    sorted.tests.map(({ key }) => ({ sourceId: source.target.sourceId, key })),
  );
  const known = await liveTests(context.db, projectId, tests);
  const sizes = await waitingSizes(context.db, projectId, tests);
  const started: StartedBatch[] = [];
  for (const batch of read) started.push(await begin(batch, known, sizes));
  const bySource = new Map(started.map((batch) => [batch.source.target.sourceId, batch]));
  const decided = started.flatMap((batch) => batch.decided);
  for await (const [test, before] of eachWaiting(context.db, projectId, decided, sizes)) {
    const { builder, collected } = bySource.get(test.sourceId) as StartedBatch;
    for (const event of [...before, ...test.events]) builder.take(event);
    await collected.closeIfFull();
  }
  const prepared: PreparedBatch[] = [];
  for (const batch of started) prepared.push(await finish(context, batch));
  return prepared;
}

/** A collected batch, without the tests that finish in it. */
interface StartedBatch extends ReadBatch {
  readonly builder: BatchBuilder;
  readonly collected: ReturnType<typeof createCollected>;
  readonly decided: readonly (TestOfBatch & NamedTest)[];
  readonly waiting: readonly WaitingEvents[];
}

async function begin(
  batch: ReadBatch,
  known: ReadonlyMap<string, LiveTest>,
  sizes: ReadonlyMap<string, number>,
): Promise<StartedBatch> {
  const { source, sorted } = batch;
  const builder = createBatchBuilder(`batch ${batch.batch}`);
  const collected = createCollected(source.target, builder, known);
  for (const event of sorted.ofRun) takeOfRun(event, builder);
  const { waiting, sayings: reported, decided } = await sortTests(source, sorted.tests, builder, known, sizes);
  for (const event of reported) {
    builder.take(event);
    await collected.closeIfFull();
  }
  return { ...batch, builder, collected, decided, waiting };
}

async function finish(context: Preparing, started: StartedBatch): Promise<PreparedBatch> {
  const { source, batch, body, sorted, badLines, builder, collected, decided, waiting } = started;
  await collected.close();
  const files = sorted.ofRun.filter((event) => event.kind === "artifact").map((event) => ({ key: null, event }));
  const named = [...files, ...sorted.tests.flatMap(({ key, files: own }) => own.map((event) => ({ key, event })))];
  const { stored, why } = await storeFiles(context, source, named);
  if (why !== "") warn(builder, liveFilesNotStored(why));
  const facts = builder.facts();
  return {
    source,
    batch,
    results: collected.results,
    files: stored,
    decided,
    waiting,
    problems: [...badLines, ...facts.problems],
    facts,
    bytes: body.length,
  };
}

/** Collects a run event. Files are handled separately, because they may be sent twice. */
function takeOfRun(event: ResultEvent, builder: BatchBuilder): void {
  if (event.kind === "artifact") return;
  if (event.kind === "problem") builder.take({ ...event, file: event.file ?? null });
  else builder.take(event);
}

/** Splits the events of each test. Finished tests keep their events up to the one that finishes them. */
async function sortTests(
  { target, waitingBytes }: LiveSource,
  tests: readonly TestOfBatch[],
  builder: BatchBuilder,
  known: ReadonlyMap<string, LiveTest>,
  sizes: ReadonlyMap<string, number>,
) {
  const { sourceId } = target;
  const decided: (TestOfBatch & NamedTest)[] = [];
  const waiting: WaitingEvents[] = [];
  const reported: ResultEvent[] = [];
  let ofSource = waitingBytes;
  let late = 0;
  for (const test of tests) {
    const name = nameOf({ sourceId, key: test.key });
    const steps = stepsOf(test.events, known.get(name));
    late += steps.late;
    if (steps.repeated !== null)
      warn(
        builder,
        `The test "${cut(storable(steps.repeated), 200)}" was finished more than once. Its first outcome is kept.`,
      );
    if (steps.deciding !== null) decided.push({ ...test, sourceId, events: [...steps.deciding] });
    if (steps.testEvent !== null) reported.push(steps.testEvent);
    const slim = withinRoom(steps.waiting, sizes.get(name) ?? 0, ofSource);
    if (slim !== null)
      warn(builder, "Some steps and output of running tests were left out because the tests sent too much of it.");
    const stored = slim ?? steps.waiting;
    if (stored.length === 0) continue;
    const packed = await packWaiting({ sourceId, key: test.key }, stored);
    ofSource += packed.bytes;
    waiting.push(packed);
  }
  if (late > 0) warn(builder, lateText(late));
  return { waiting, sayings: reported, decided };
}

function warn(builder: BatchBuilder, reason: string): void {
  builder.note("warning", reason, null, null);
}

function lateText(count: number): string {
  return count === 1
    ? "One event arrived after the end of the test and was left out."
    : `${count.toLocaleString("en")} events came after the test was finished and were left out.`;
}

async function storeFiles(
  context: Preparing,
  { target }: LiveSource,
  files: readonly { readonly key: string | null; readonly event: ArtifactEvent }[],
): Promise<{ stored: LiveFile[]; why: string }> {
  const store = (contents: readonly ContentToStore[]) => storeContents(context, target.projectId, contents);
  const { artifacts, notStored } = await storeReported(
    { blobs: context.blobs, target, contents: noContents, store },
    files.map(({ event }) => reportedArtifact(event)),
  );
  return {
    stored: files.map(({ key }, n) => ({ key, artifact: artifacts[n] as NewArtifact })),
    why: [...notStored.values()][0]?.why ?? "",
  };
}
