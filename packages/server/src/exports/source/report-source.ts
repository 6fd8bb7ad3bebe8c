import type { Readable, Writable } from "node:stream";
import type { PrintedOutput } from "@plumb/contract/runs/run-output.ts";
import type { Problem, Report } from "@plumb/contract/runs/reports.ts";
import type { Artifact, Attempt, ResultDetail, ResultRow } from "@plumb/contract/runs/results.ts";
import type { AppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import type { FailedRow, FailingStates } from "#runs/failing-states.ts";

/** An artifact of a test. With a `blobHash`, `ReportSource.openBlob` returns its content. */
export interface ExportedArtifact extends Omit<Artifact, "url" | "viewUrl"> {
  /** Path of the file in the report, often absolute on the machine that ran the tests. Untrusted. */
  readonly path: string | null;
  /** SHA-256 of the content, in hex; `null` if the file was not uploaded. */
  readonly blobHash: string | null;
}

/** A test with all its data. All text is untrusted. */
export interface ExportedResult extends ResultRow, Pick<ResultDetail, "line" | "tags" | "annotations" | "skipReason"> {
  readonly attempts: readonly Attempt[];
  /** Class of a failure, if known. */
  readonly appliedClass: AppliedClass | null;
  readonly artifacts: readonly ExportedArtifact[];
}

/**
 * Data of an export: one report or one of its tests, streamed in the order of the list. Memory does not grow with the report. Each call of `rows` and
 * `results` reads from the beginning; several may be open at the same time.
 */
export interface ReportSource {
  readonly report: Report;
  readonly projectName: string;
  /** Number of tests in this selection. */
  readonly total: number;
  /** Set if the selection is a single test. */
  readonly resultId: number | null;
  /** Identifies the run, 64 hex digits: equal keys mean the same report. */
  readonly key: string;
  /** Problems of the whole report, even for a single test. */
  problems(): Promise<readonly Problem[]>;
  /** Rows without details, for tables and contents. */
  rows(): AsyncIterable<ResultRow>;
  /** Returns which of these results are new failures, by id; `null` if there is no base run. */
  failingStates(rows: readonly FailedRow[]): Promise<FailingStates | null>;
  /** Returns results with all data, read in batches. With `only`, returns these results in the given order. */
  results(only?: readonly number[]): AsyncIterable<ExportedResult>;
  /** Output of the run outside its tests; empty if the selection is a single test. */
  printed(): AsyncIterable<PrintedOutput>;
  /** Files of the run that belong to no test; empty if the selection is a single test. */
  runFiles(): Promise<readonly ExportedArtifact[]>;
  /** Returns `null` if the file was not uploaded or has been deleted. */
  openBlob(blobHash: string): Promise<Readable | null>;
}

export interface RenderOptions {
  /** Whether to copy the artifacts into the export. */
  readonly includeArtifacts: boolean;
  /** Base of links to the server, without a trailing slash. */
  readonly origin: string;
  /** Time of the request for the export. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Called with the number of finished tests, at any interval. */
  readonly progress: (done: number) => void;
}

/**
 * Writes an export to `out` and ends it, waiting for `drain`. Rejects after a cancellation by `signal` or an error;
 * the caller discards partial output.
 */
export type Renderer = (source: ReportSource, out: Writable, options: RenderOptions) => Promise<void>;
