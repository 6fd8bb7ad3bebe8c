import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { createBatchBuilder, type BatchBuilder, type ReportSummary } from "#ingest/record/batch-builder.ts";
import { artifactKind } from "#ingest/spool/artifact-files.ts";
import {
  type CollectedResults,
  createCollected,
  identifyCollected,
  writeCollected,
  type WrittenTest,
} from "#ingest/sources/live/collected-results.ts";
import type { LiveCollection } from "#ingest/sources/live/live-collection.ts";
import { publishRun } from "#ingest/sources/live/record-batch.ts";
import { packLogs } from "#ingest/sources/reportportal/logs/waiting-logs.ts";
import type { LaunchState, Done, ItemFile, Operation } from "./launch-state.ts";
import { closeSuites } from "#ingest/sources/reportportal/items/close-suites.ts";
import { decideTests } from "#ingest/sources/reportportal/items/decide-tests.ts";
import { loadLaunchState } from "./load-launch-state.ts";
import type { Log } from "#ingest/sources/reportportal/logs/logs.ts";
import { launchFinished, noLaunch, NotYet, Refused } from "#ingest/sources/reportportal/refusals.ts";
import { testEvent } from "#ingest/sources/reportportal/items/test-event.ts";
import { writeRunData } from "#ingest/sources/live/write-run-data.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { liveFilesNotStored } from "#runs/store-contents.ts";
import type { LiveFile } from "#store/ingest/live-files.ts";
import { lockAndCheckBatches } from "#runs/sources/check-batches.ts";
import type { LiveSource } from "#store/ingest/live-sources.ts";
import { liveTests, nameOf } from "#store/ingest/live-tests.ts";
import { moveWaiting, type WaitingEvents, waitingSizes } from "#store/ingest/live-waiting.ts";
import { leaveFilesToRun, retractTests } from "#store/ingest/recorded-tests.ts";
import type { Amended } from "#store/ingest/batch.ts";
import { storeItems } from "#store/ingest/reportportal-items.ts";
import { sourceOfLaunch } from "#store/ingest/reportportal-launches.ts";

export interface LaunchContext extends Pick<Context, "blobs" | "bus" | "clock" | "db" | "log" | "writer"> {
  readonly liveCollection: LiveCollection;
}

/** Result of an operation, or the error. `NotYet` if it refers to something that has not arrived. */
export type Outcome = Done | Refused;

/** A batch of calls, ready to be written in one short transaction. */
interface Prepared {
  readonly state: LaunchState;
  readonly results: readonly CollectedResults[];
  /** Test ids by key. */
  readonly ids: ReadonlyMap<string, number>;
  readonly amended: ReadonlyMap<string, Amended>;
  readonly settled: readonly string[];
  readonly closed: readonly string[];
  readonly waiting: readonly WaitingEvents[];
  readonly files: readonly LiveFile[];
  readonly facts: ReportSummary;
}

/** Maximum number of attempts. If another server writes to the same launch, all data is read again. */
const maxAttempts = 20;

/**
 * Applies calls to a launch in one transaction, which is on disk before responses are sent. The launch is not kept in memory between calls.
 */
export async function applyOperations(
  context: LaunchContext,
  projectId: number,
  launchKey: string,
  operations: readonly Operation[],
): Promise<Outcome[]> {
  for (let tries = 0; tries < maxAttempts; tries++) {
    const found = await sourceOfLaunch(context.db, projectId, launchKey);
    if (found === null) return operations.map(() => noLaunch(launchKey));
    const { source, launch } = found;
    if (source.state === "ended") return operations.map(() => launchFinished(launch.uuid));
    const outcomes = await tryApply(context, launch.framework, source, operations);
    if (outcomes !== null) return outcomes;
  }
  throw new Error(`A launch was written to by others ${maxAttempts} times while one turn was read.`);
}

/** Returns `null` if another server has written to the launch. */
async function tryApply(
  context: LaunchContext,
  framework: string,
  source: LiveSource,
  operations: readonly Operation[],
): Promise<Outcome[] | null> {
  const { target } = source;
  const state = await loadLaunchState(context, target, framework, operations);
  const outcomes = doAll(state, operations);
  if (outcomes.every((outcome) => outcome instanceof Refused)) return outcomes;
  const prepared = await prepare(context, framework, source, state);
  const { projectId, runId, sourceId } = target;
  const written = await inTransaction(context.db, async (transaction) => {
    const batch = { runId, sourceId, batch: source.lastBatch + 1 };
    const { steps, totals } = await lockAndCheckBatches(transaction, projectId, [batch], context.clock());
    return steps.get(sourceId)?.kind === "apply"
      ? await write(transaction, source, prepared, totals.get(runId) ?? 0)
      : null;
  });
  if (written === null) return null;
  if (source.state === "idle") publishRun(context.bus, source, "started");
  const tests = written.map(({ resultId }) => resultId);
  context.bus.publish({ about: "run", change: "updated", projectId, reportId: runId, tests });
  if (written.some(({ failed }) => failed)) context.liveCollection.note(projectId, runId);
  return outcomes;
}

/** Applies operations. Calls arrive out of order, so an operation is retried after later ones if it refers to objects that they create. */
function doAll(state: LaunchState, operations: readonly Operation[]): Outcome[] {
  const outcomes = operations.map((operation) => attempt(state, operation));
  for (let progress = true; progress;) {
    progress = false;
    for (const [index, operation] of operations.entries()) {
      if (!(outcomes[index] instanceof NotYet)) continue;
      const outcome = attempt(state, operation);
      progress ||= !(outcome instanceof NotYet);
      outcomes[index] = outcome;
    }
  }
  return outcomes;
}

function attempt(state: LaunchState, operation: Operation): Outcome {
  try {
    return state.take(operation);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

async function prepare(
  context: LaunchContext,
  framework: string,
  source: LiveSource,
  state: LaunchState,
): Promise<Prepared> {
  const { target } = source;
  const builder = createBatchBuilder("ReportPortal");
  const { projectId, sourceId } = target;
  const named = [...state.running, ...state.deciding].map((key) => ({ sourceId, key }));
  const collected = createCollected(target, builder, await liveTests(context.db, projectId, named), (key) => key);
  for (const key of state.running) {
    const item = state.items.get(key);
    if (item === undefined || state.deciding.has(key)) continue;
    builder.take(testEvent(item, item, { status: "running", flaky: false }));
    await collected.closeIfFull();
  }
  const hidesRetries = framework === "vitest";
  const deciding = { state, target, builder, hidesRetries, between: () => collected.closeIfFull() };
  const { amended, settled } = await decideTests(context, deciding);
  const closed = await closeSuites(context, state, target, builder);
  await collected.close();
  const waiting = await packAll(context.db, source, state, builder);
  const results = collected.results.map((some) => ({
    ...some,
    results: some.results.map((result, index) => ({
      ...result,
      amends: amended.get(some.keys[index] as string) ?? null,
    })),
  }));
  const files = state.files.map((file) => fileOf(state, file));
  const notStored = state.files.find(({ file }) => file.whyNot !== "");
  if (notStored !== undefined) builder.note("warning", liveFilesNotStored(notStored.file.whyNot), null, null);
  return {
    state,
    results,
    ids: await identifyCollected(context.db, projectId, results),
    amended,
    settled,
    closed,
    waiting,
    files,
    facts: builder.facts(),
  };
}

/** Assigns a file to the test of its execution; files of suites and hooks belong to the run. */
function fileOf(state: LaunchState, { item, file: { name: reported, whyNot: _whyNot, ...file } }: ItemFile): LiveFile {
  const of = item === null ? null : (state.items.get(state.execution(item).key) ?? null);
  const isRuns = of === null || of.kind !== "item" || of.isParent || state.closed.has(of.key);
  const name = item === null ? reported : withoutTitle(reported, item.said.name);
  const artifact = { ...file, path: null, name, step: null, kind: artifactKind({ ...file, name }) };
  return isRuns
    ? { key: null, artifact: { ...artifact, attempt: null } }
    : { key: of.testKey, artifact: { ...artifact, attempt: of.attempt } };
}

/** Removes the title of the test or step that Playwright's agent adds to names of attachments: `adds-an-item_trace`. */
function withoutTitle(name: string, title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, "")
    .replaceAll(/\s+/g, "-");
  return slug !== "" && name.startsWith(`${slug}_`) && name.length > slug.length + 1
    ? name.slice(slug.length + 1)
    : name;
}

/** Packs the events of open executions. Above the limit, entries that are not errors are dropped first, then all. */
async function packAll(
  db: Db,
  source: LiveSource,
  state: LaunchState,
  builder: BatchBuilder,
): Promise<WaitingEvents[]> {
  const { projectId, sourceId } = source.target;
  const named = [...state.logs.keys()].map((key) => ({ sourceId, key }));
  const sizes = await waitingSizes(db, projectId, named);
  const packed: WaitingEvents[] = [];
  let ofSource = source.waitingBytes;
  for (const [key, logs] of state.logs) {
    const fittingLogs = fitting(logs, sizes.get(nameOf({ sourceId, key })) ?? 0, ofSource);
    if (fittingLogs.length < logs.length)
      builder.note(
        "warning",
        "Some output of running tests was left out because the tests sent too much of it.",
        null,
        null,
      );
    if (fittingLogs.length === 0) continue;
    const events = await packLogs(sourceId, key, fittingLogs);
    ofSource += events.bytes;
    packed.push(events);
  }
  return packed;
}

function sizeOf(logs: readonly Log[]): number {
  return logs.reduce((sum, { text }) => sum + text.length + 100, 0);
}

function fitting(logs: readonly Log[], before: number, ofSource: number): readonly Log[] {
  const all = sizeOf(logs);
  if (before + all <= limits.liveWaitingPerTestBytes && ofSource + all <= limits.liveWaitingPerSourceBytes) return logs;
  const errors = logs.filter(({ level }) => level === "error");
  const max = 2 * limits.liveWaitingPerTestBytes;
  return before + sizeOf(errors) <= max && ofSource <= 2 * limits.liveWaitingPerSourceBytes ? errors : [];
}

/** @param total Number of tests in the run. */
async function write(
  transaction: Db,
  { target }: LiveSource,
  prepared: Prepared,
  total: number,
): Promise<WrittenTest[]> {
  const { state, facts, files, results, ids, amended } = prepared;
  const { projectId, runId, sourceId } = target;
  const retracted = await retractTests(transaction, target, [...state.retracted]);
  const totals = new Map([[runId, total - retracted]]);
  const written = await writeCollected(transaction, projectId, totals, results, ids);
  // Recording a test again does not increase the number.
  const tests = facts.tests - amended.size;
  const source = { target, frameworkVersion: null, durationMs: null, tests, bytes: 0 };
  const settled = [...prepared.settled, ...prepared.closed].map((key) => ({ sourceId, key }));
  await moveWaiting(transaction, projectId, [source], settled, prepared.waiting);
  await leaveFilesToRun(transaction, target, prepared.closed);
  await writeRunData(transaction, target, { files, output: facts.output, problems: facts.problems });
  const changed = [...state.items.values()].filter(({ key }) => state.changed.has(key));
  await storeItems(transaction, target, changed);
  return written;
}
