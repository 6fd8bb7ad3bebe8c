import type { TestEvent } from "@plumb/contract/result-event.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { CompleteRun } from "@plumb/contract/runs/live.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { storable } from "#core/text.ts";
import { createBatchBuilder } from "#ingest/record/batch-builder.ts";
import { uploadedRun } from "#runs/uploaded-run.ts";
import { type CollectedResults, createCollected, identifyCollected, writeCollected } from "./collected-results.ts";
import { noSource } from "./refusals.ts";
import { eachWaiting } from "./waiting-events.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { completeLiveUpload } from "#store/uploads/live-uploads.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { addLiveProblems, type LiveProblem, problemsOfSource } from "#store/ingest/live-facts.ts";
import { type LiveSource, type LiveState, lockSource, markCompleted } from "#store/ingest/live-sources.ts";
import {
  forgetSomeLive,
  type LiveTest,
  nameOf,
  type OpenLiveTest,
  openLiveTests,
  skipAnnounced,
  unclaimedFiles,
} from "#store/ingest/live-tests.ts";
import { waitingSizes } from "#store/ingest/live-waiting.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import { nextState } from "#runs/sources/next-state.ts";
import { type RunStatusChange, updateRunStatus } from "#runs/status/update-run-status.ts";

type Completing = Pick<Context, "blobs" | "bus" | "clock" | "db" | "publicUrl">;

/** Tests that started but never ended. */
interface Unfinished {
  readonly results: readonly CollectedResults[];
  /** Test ids by key. */
  readonly ids: ReadonlyMap<string, number>;
  readonly running: number;
  /** Number of tests that were never identified, although events arrived for them. */
  readonly unnamed: number;
}

/**
 * Completes a source: ends its unfinished tests and updates the status of the run.
 *
 * @throws ApiError `conflict` if batches are missing. Nothing changes then.
 */
export async function completeLiveRun(
  context: Completing,
  source: LiveSource,
  { batches, interrupted, endedAt }: CompleteRun,
): Promise<UploadedRun> {
  const { target } = source;
  if (hasToComplete(source, batches)) {
    const reason = interrupted === undefined ? null : storable(interrupted.reason);
    const unfinished = await finishOpenTests(context, source, reason);
    const statusChange = await inTransaction(context.db, (transaction) =>
      complete(context, transaction, source, { batches, reason, endedAt: atOf(endedAt), unfinished }),
    );
    if (statusChange !== null) announceStatusChanges(context, [statusChange]);
    context.bus.publish({ about: "uploads", projectId: target.projectId });
  }
  const problems = await problemsOfSource(context.db, target.projectId, target.runId, target.sourceId, 100);
  const response = await uploadedRun(context, target.projectId, source.run, [target.sourceId], problems);
  if (response === null) throw noSource();
  return response;
}

function atOf(time: string | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

/**
 * Returns false if the source was completed before.
 *
 * @throws ApiError `conflict` if batches are missing.
 */
function hasToComplete(source: LiveState, batches: number): boolean {
  const step = nextState(source, { kind: "complete", batches });
  if (step.kind !== "gap") return step.kind === "apply";
  const { expected } = step;
  const { lastBatch } = source;
  throw new ApiError(
    "conflict",
    batches > lastBatch
      ? `${batches} batches were announced, but only ${lastBatch} were received: send batch ${expected} next. The run is still open.`
      : `${lastBatch} batches were received, but only ${batches} were announced. The run is still open: complete it with the right number.`,
    { expected },
  );
}

interface LastWord {
  readonly batches: number;
  readonly reason: string | null;
  readonly endedAt: Date | null;
  readonly unfinished: Unfinished;
}

/** Returns `null` if another request has completed it. */
async function complete(
  context: Completing,
  transaction: Db,
  { target, startedAt }: LiveSource,
  { batches, reason, endedAt, unfinished }: LastWord,
): Promise<RunStatusChange | null> {
  const now = context.clock();
  const { projectId, runId } = target;
  const source = await lockSource(transaction, target);
  if (source === null || !hasToComplete({ state: "running", lastBatch: source.lastBatch }, batches)) return null;
  const totals = new Map([[runId, source.total]]);
  await writeCollected(transaction, projectId, totals, unfinished.results, unfinished.ids);
  const skipped = await skipAnnounced(transaction, target);
  if (skipped > 0) await recountRun(transaction, projectId, runId);
  const unclaimed = await unclaimedFiles(transaction, target, 3);
  await addLiveProblems(
    transaction,
    target,
    problemsOf({ ...unfinished, skipped, unclaimed }),
    limits.problemsPerReport + 10,
  );
  await markCompleted(transaction, target, {
    interruption: reason,
    endedAt,
    durationMs: now.getTime() - (startedAt ?? now).getTime(),
  });
  await completeLiveUpload(transaction, target, now);
  const statusChange = await updateRunStatus(transaction, { projectId, runId, now });
  if (!(await forgetSomeLive(transaction, target)))
    await enqueue(transaction, {
      kind: "forget-live-source",
      projectId,
      data: { runId, uploadId: target.sourceId },
      now,
    });
  return statusChange;
}

function problemsOf(left: {
  readonly running: number;
  readonly unnamed: number;
  readonly skipped: number;
  readonly unclaimed: { readonly names: readonly string[]; readonly count: number };
}): LiveProblem[] {
  const { running, unnamed, skipped, unclaimed } = left;
  const more = unclaimed.count - unclaimed.names.length;
  const names = `${unclaimed.names.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
  return [
    ...(skipped > 0 ? [`${tests(skipped)} that ${skipped === 1 ? "was" : "were"} announced did not run.`] : []),
    ...(running > 0 ? [`${tests(running)} started but never finished.`] : []),
    ...(unnamed > 0 ? [`Steps, attempts or output of ${tests(unnamed)} without a name were left out.`] : []),
    ...(unclaimed.count > 0
      ? [`Some files belong to tests that were never reported, so they were attached to the run: ${names}.`]
      : []),
  ].map((reason) => ({ severity: "warning", file: null, line: null, reason }));
}

function tests(count: number): string {
  return count === 1 ? "1 test" : `${count.toLocaleString("en")} tests`;
}

const testsAtOnce = 500;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Ends the running tests and returns their results with all events that arrived for them. */
async function finishOpenTests(context: Completing, source: LiveSource, reason: string | null): Promise<Unfinished> {
  const { db } = context;
  const { projectId, sourceId } = source.target;
  const builder = createBatchBuilder("last word");
  const known = new Map<string, LiveTest>();
  const collected = createCollected(source.target, builder, known, (key) => key);
  let running = 0;
  let unnamed = 0;
  for (let after = beforeAll; ;) {
    const open = await openLiveTests(db, source.target, after, testsAtOnce);
    const named = open.filter(isNamed).map((test) => ({ ...test, sourceId }));
    for (const test of named) known.set(nameOf(test), { resultId: test.resultId, decided: false });
    unnamed += open.length - named.length;
    running += named.length;
    const sizes = await waitingSizes(db, projectId, named);
    for await (const [test, events] of eachWaiting(db, projectId, named, sizes)) {
      const { key } = test;
      // Only the key of the stream id is stored, so the key replaces it in these events.
      for (const event of events) if (event.kind !== "test") builder.take({ ...event, test: key });
      const testEvent = events.findLast((event): event is TestEvent => event.kind === "test");
      builder.take(ended(testEvent ?? identityOf(test), key, reason));
      await collected.closeIfFull();
    }
    const last = open.at(-1);
    if (last === undefined || open.length < testsAtOnce) break;
    after = last.key;
  }
  await collected.close();
  const ids = await identifyCollected(db, projectId, collected.results);
  return { results: collected.results, ids, running, unnamed };
}

function isNamed(test: OpenLiveTest): test is OpenLiveTest & { resultId: number } {
  return test.resultId !== null;
}

/** Returns the end of a test: skipped if the run was stopped, otherwise an error because its end is missing. */
function ended(testEvent: TestEvent, key: string, reason: string | null): TestEvent {
  const message = reason === null ? "It started but never finished" : `Interrupted: ${reason}`;
  return { ...testEvent, id: key, status: reason === null ? "error" : "skipped", flaky: false, skipReason: message };
}

function identityOf({ key, file, titlePath, variant, tags, browser, author }: OpenLiveTest): TestEvent {
  return {
    kind: "test",
    id: key,
    file,
    titlePath: [...titlePath],
    variant,
    status: "running",
    flaky: false,
    tags: [...tags],
    ...(browser !== null && { browser }),
    ...(author !== null && { author }),
  };
}
