import type { ArtifactEvent, ResultEvent } from "@plumb/contract/result-event.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { storable } from "#core/text.ts";
import { createGathering, type Gathering, type GatheredBatch, type ReportFacts } from "#ingest/record/gather.ts";
import { keepContent } from "#ingest/record/recorder.ts";
import { keptArtifact } from "#ingest/record/reported-artifact.ts";
import { readLines } from "#ingest/sources/live/read-lines.ts";
import { sortEvents, stepsOf, type TestOfBatch, withinRoom } from "#ingest/sources/live/sort-events.ts";
import { eachWaiting, packWaiting } from "#ingest/sources/live/waiting-events.ts";
import type { LiveFile } from "#store/ingest/live-files.ts";
import type { LiveProblem } from "#store/ingest/live-facts.ts";
import type { LiveSource } from "#store/ingest/live-sources.ts";
import { liveTests, streamKey, type WaitingEvents, waitingSizes } from "#store/ingest/live-tests.ts";
import { type BatchTests, identifyTests } from "#store/ingest/recording.ts";

/** Results of a live batch, with the keys of their tests. */
export interface PreparedResults {
  readonly batch: GatheredBatch;
  readonly keys: readonly string[];
  readonly tests: BatchTests;
}

/** What a batch comes to, ready to be written in one short transaction. */
export interface PreparedBatch {
  readonly results: readonly PreparedResults[];
  readonly files: readonly LiveFile[];
  readonly decided: readonly string[];
  readonly waiting: readonly WaitingEvents[];
  readonly problems: readonly LiveProblem[];
  readonly facts: ReportFacts;
  readonly bytes: number;
}

type Preparing = Pick<Context, "blobs" | "db">;

/** No file comes with a batch: contents lie in its lines, or come by themselves. */
const noContents = { at: () => null, withHash: () => null };

/** Reads a batch together with what waits for the tests that it decides. It holds as long as no other batch is written. */
export async function prepareLiveBatch(
  context: Preparing,
  source: LiveSource,
  batch: number,
  body: Buffer,
): Promise<PreparedBatch> {
  const { events, problems: badLines } = readLines(body.toString("utf8"), batch);
  const { tests, ofRun } = sortEvents(events);
  const gathering = createGathering(`batch ${batch}`);
  const collected = createCollected(context, source, gathering);
  for (const event of ofRun) takeOfRun(event, gathering);
  const files = ofRun.filter((event) => event.kind === "artifact").map((event) => ({ key: null, event }));
  const decided: TestOfBatch[] = [];
  const { waiting, sayings } = await sortTests(context, source, tests, gathering, decided);
  for (const said of sayings) {
    gathering.take(said);
    await collected.closeIfFull();
  }
  const byKey = new Map(decided.map((test) => [test.key, test]));
  for await (const [key, before] of eachWaiting(context.db, source.target, [...byKey.keys()])) {
    for (const event of [...before, ...(byKey.get(key) as TestOfBatch).events]) gathering.take(event);
    await collected.closeIfFull();
  }
  await collected.close();
  const named = [...files, ...tests.flatMap(({ key, files: own }) => own.map((event) => ({ key, event })))];
  const facts = gathering.facts();
  return {
    results: collected.results,
    files: await keepFiles(context, source, named),
    decided: [...byKey.keys()],
    waiting,
    problems: [...badLines, ...facts.problems],
    facts,
    bytes: body.length,
  };
}

/** Files of the run go another way than in reports: one may be sent twice. */
function takeOfRun(event: ResultEvent, gathering: Gathering): void {
  if (event.kind === "artifact") return;
  if (event.kind === "problem") gathering.take({ ...event, file: event.file ?? null });
  else gathering.take(event);
}

/** Closes batches of results as they are full, and looks their tests up. @param keyOf The key of an id in the stream. */
export function createCollected(
  context: Pick<Preparing, "db">,
  { target }: Pick<LiveSource, "target">,
  gathering: Gathering,
  keyOf: (id: string) => string = streamKey,
) {
  const results: PreparedResults[] = [];
  const close = async () => {
    const { batch, streamIds } = await gathering.close();
    if (batch.results.length === 0) return;
    const tests = await identifyTests(context.db, target, batch.results);
    results.push({ batch, keys: streamIds.map(keyOf), tests });
  };
  return {
    results,
    close,
    async closeIfFull(): Promise<void> {
      if (gathering.isFull()) await close();
    },
  };
}

/** Decides what becomes of the events of each test; those that are decided go to `decided`, cut to what decides them. */
async function sortTests(
  { db }: Preparing,
  source: LiveSource,
  tests: readonly TestOfBatch[],
  gathering: Gathering,
  decided: TestOfBatch[],
) {
  const keys = tests.map(({ key }) => key);
  const known = await liveTests(db, source.target, keys);
  const sizes = await waitingSizes(db, source.target, keys);
  const waiting: WaitingEvents[] = [];
  const sayings: ResultEvent[] = [];
  let ofSource = source.waitingBytes;
  let late = 0;
  for (const test of tests) {
    const steps = stepsOf(test.events, known.get(test.key));
    late += steps.late;
    if (steps.repeated !== null)
      gathering.note(
        "warning",
        `The test "${cut(storable(steps.repeated), 200)}" was finished more than once. Its first outcome stands.`,
        null,
        null,
      );
    if (steps.deciding !== null) decided.push({ ...test, events: [...steps.deciding] });
    if (steps.said !== null) sayings.push(steps.said);
    const slim = withinRoom(steps.waiting, sizes.get(test.key) ?? 0, ofSource);
    if (slim !== null)
      gathering.note(
        "warning",
        "Steps and output of tests that run were left out: too much of them came before its end.",
        null,
        null,
      );
    const kept = slim ?? steps.waiting;
    if (kept.length === 0) continue;
    const packed = await packWaiting(test.key, kept);
    ofSource += packed.bytes;
    waiting.push(packed);
  }
  if (late > 0)
    gathering.note(
      "warning",
      `${late === 1 ? "One event" : `${late.toLocaleString("en")} events`} came after the test was finished and ${late === 1 ? "was" : "were"} left out.`,
      null,
      null,
    );
  return { waiting, sayings };
}

async function keepFiles(
  { blobs }: Preparing,
  { target }: LiveSource,
  files: readonly { readonly key: string | null; readonly event: ArtifactEvent }[],
): Promise<LiveFile[]> {
  const kept: LiveFile[] = [];
  for (const { key, event } of files)
    kept.push({ key, artifact: await keepContent({ blobs, target, contents: noContents }, keptArtifact(event)) });
  return kept;
}
