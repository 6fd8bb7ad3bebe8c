import type { ResultEvent, RunEvent } from "@plumb/contract/result-event.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { type AssembledTest, TestAssembler } from "./assemble.ts";
import { type ReportProblem, ReportProblems } from "./report-problems.ts";
import { createRepeats } from "./repeats.ts";
import { reportedArtifact, type ReportedArtifact } from "./reported-artifact.ts";
import type { EventOfTest } from "./assemble.ts";
import type { ReportedContent } from "./reported-artifact.ts";
import { createRunParts, type RunOutput } from "./run-parts.ts";
import { type FileContent, type ReadBundle, readable } from "#ingest/bundle/bundles.ts";
import { isUndecided } from "@plumb/analysis/executions/match-results.ts";
import type { NewResult } from "#store/ingest/batch.ts";
import { createRows, type ResultRows } from "#store/ingest/result-rows.ts";
import { detailsText, packDetails } from "#store/results/result-detail.ts";

/**
 * Tests per batch, which is one short transaction. A transaction costs a millisecond or two besides its rows, so batches grow with the report. The
 * first ones are small, so that the database starts early, and no batch is so large that nothing is left to read while the last one is written.
 */
export const batchTests = { first: 64, soon: 500, max: 2000 };
const batchWeight = 512 * 1024;
/** Tests are converted to rows in small groups, because the objects of a whole batch would survive garbage collections. */
const partTests = 100;

/**
 * Returns the size of the next batch.
 *
 * @param last Size of the previous batch.
 * @param read Tests that were read so far.
 */
function nextBatchTests(last: number, read: number): number {
  return Math.min(batchTests.max, Math.max(Math.min(2 * last, batchTests.soon), Math.floor(read / 10)));
}

/** Parts of a batch other than its rows. */
interface HeavyParts {
  /** Packed details in the order of the detailed results; `null` if there are none. */
  readonly details: Uint8Array | null;
  readonly artifacts: readonly ReportedArtifact[];
  /** Files of the run that belong to no test. */
  readonly runFiles: readonly ReportedContent[];
}

/** A batch of a live source, ready to be written. */
interface LiveBatch extends HeavyParts {
  readonly results: readonly NewResult[];
}

/** A batch of a report from the thread that reads it. */
export interface ReportBatch extends HeavyParts {
  readonly rows: ResultRows;
}

/** Facts about a report other than its tests. */
export interface ReportSummary {
  readonly tests: number;
  readonly problems: readonly ReportProblem[];
  /** Facts about the run. Later events override earlier ones. */
  readonly run: Omit<RunEvent, "kind">;
  readonly output: RunOutput;
}

/** Placeholder for a report that could not be read. */
export const noSummary: ReportSummary = { tests: 0, problems: [], run: {}, output: { stdout: "", stderr: "" } };

interface ReadOptions {
  readonly content?: FileContent;
  /** Number of tests in the first batch. */
  readonly first?: number;
}

/** Reads a report in batches. For a report of any size, two batches are in memory: one that another thread packs, and one that is being read. */
export async function* batchesOfReport(
  bundle: ReadBundle,
  format: ReportFormat,
  { content, first = batchTests.first }: ReadOptions = {},
): AsyncGenerator<ReportBatch, ReportSummary> {
  const builder = createBatchBuilder(bundle.name);
  const members = readable(bundle, (reason, file) => builder.note("warning", reason, null, file), content);
  let packing: Promise<ReportBatch> | null = null;
  let max = first;
  let read = 0;
  let parts = createReportParts();
  const close = () => {
    const full = parts;
    full.add(builder.takeTests());
    read += builder.count();
    parts = createReportParts();
    return full.pack(builder.endBatch());
  };
  for await (const events of format.read(members)) {
    for (const event of events) {
      builder.take(event);
      if (builder.canTakeTests()) parts.add(builder.takeTests());
      if (!builder.isFull(max)) continue;
      const full = close();
      max = nextBatchTests(max, read);
      // The error is thrown when the batch is awaited.
      full.catch(() => undefined);
      if (packing !== null) yield await packing;
      packing = full;
    }
  }
  if (packing !== null) yield await packing;
  const batch = await close();
  if (batch.rows.keys.length + batch.runFiles.length > 0) yield batch;
  return builder.facts();
}

/** Collects the details and files of a batch. */
function createHeavyParts() {
  const details: string[] = [];
  const artifacts: ReportedArtifact[] = [];
  let count = 0;
  return {
    add(tests: readonly AssembledTest[]): void {
      for (const test of tests) {
        for (const artifact of test.artifacts) artifacts.push({ ...reportedArtifact(artifact), index: count });
        count += 1;
      }
      const detailed = tests.flatMap(({ detail }) => (detail === null ? [] : [detail]));
      if (detailed.length > 0) details.push(detailsText(detailed));
    },
    pack: async (runFiles: readonly ReportedContent[]): Promise<HeavyParts> => ({
      details: details.length === 0 ? null : await packDetails(details),
      artifacts,
      runFiles,
    }),
  };
}

/** Collects the rows, details and files for a report batch. */
function createReportParts() {
  const rows = createRows();
  const heavy = createHeavyParts();
  return {
    add(tests: readonly AssembledTest[]): void {
      for (const { result } of tests) rows.add(result);
      heavy.add(tests);
    },
    pack: async (runFiles: readonly ReportedContent[]): Promise<ReportBatch> => ({
      rows: rows.rows(),
      ...(await heavy.pack(runFiles)),
    }),
  };
}

/** A batch with the stream ids of its tests. */
export interface ClosedBatch {
  readonly batch: LiveBatch;
  readonly streamIds: readonly string[];
}

/**
 * Collects the events of a source into batches, and facts about the run.
 *
 * @param name File name for problems of the whole source.
 */
export function createBatchBuilder(name: string) {
  const problems = new ReportProblems(name);
  const assembler = new TestAssembler((reason) => problems.note("warning", reason));
  const ofRun = createRunParts((reason) => problems.note("warning", reason));
  let run: ReportSummary["run"] = {};
  let tests = 0;
  let open: AssembledTest[] = [];
  /** Number of tests in the batch, including those that were taken out. */
  let count = 0;
  let weight = 0;
  /** Indices in `open` of unfinished tests, which may still finish within the batch. */
  const undecided = new Map<string, number>();
  const repeats = createRepeats();
  const takeTests = () => {
    const taken = open;
    open = [];
    undecided.clear();
    return taken;
  };
  /** @returns Files of the run that arrived with the batch. */
  const endBatch = () => {
    count = 0;
    weight = 0;
    repeats.nextBatch();
    return ofRun.takeFiles();
  };
  return {
    /** @param file File of the problem; undefined for the source itself. */
    note: (severity: ReportProblem["severity"], reason: string, line?: number | null, file?: string | null) =>
      problems.note(severity, reason, line, file),
    take(event: ResultEvent): void {
      if (event.kind === "run") run = { ...run, ...event };
      else if (event.kind === "problem") problems.note(event.severity, event.reason, event.line ?? null, event.file);
      else if (event.kind === "stdout" && event.test === undefined) ofRun.print(event);
      else if (event.kind === "artifact" && event.test === undefined) {
        ofRun.attach(event);
        weight += event.body?.length ?? 0;
      } else {
        const test = assembler.add(event as EventOfTest);
        if (test === null) return;
        const before = undecided.get(test.id);
        if (before === undefined && repeats.isTooMany(test)) return;
        if (before === undefined) {
          open.push(test);
          count += 1;
        } else open[before] = test;
        if (isUndecided(test.result.status)) undecided.set(test.id, before ?? open.length - 1);
        else {
          undecided.delete(test.id);
          tests += 1;
        }
        weight += test.weight;
      }
    },
    isFull: (max = batchTests.soon): boolean => count >= max || weight >= batchWeight,
    /** Returns true if enough tests are collected and none of them can still finish within the batch. */
    canTakeTests: (): boolean => open.length >= partTests && undecided.size === 0,
    count: () => count,
    takeTests,
    endBatch,
    async close(): Promise<ClosedBatch> {
      const tests = takeTests();
      const heavy = createHeavyParts();
      heavy.add(tests);
      const results = tests.map(({ result }) => result);
      return { batch: { results, ...(await heavy.pack(endBatch())) }, streamIds: tests.map(({ id }) => id) };
    },
    /** Only valid after the last event. */
    facts(): ReportSummary {
      const leftOut = repeats.leftOut();
      if (leftOut !== null) problems.noteOfReport(leftOut);
      return { tests, problems: problems.listed(), run, output: ofRun.output() };
    },
  };
}

export type BatchBuilder = ReturnType<typeof createBatchBuilder>;
