import type { Readable, Writable } from "node:stream";
import type { PrintedOutput } from "@plumb/contract/runs/run-output.ts";
import type { Problem, Report } from "@plumb/contract/runs/reports.ts";
import type { Artifact, Attempt, ResultDetail, ResultRow } from "@plumb/contract/runs/results.ts";
import type { SaidClass } from "#store/failures/rules/own-classes.ts";
import type { FailedRow, FailingStates } from "#runs/failing-states.ts";

/** An artifact of a test. With a `blobHash`, `ReportSource.openBlob` returns its content. */
export interface ExportedArtifact extends Omit<Artifact, "url" | "viewUrl"> {
  /** As the report named the file, often absolute on the machine that ran. Untrusted. */
  readonly path: string | null;
  /** SHA-256 of the content, hex; null when the file was not uploaded. */
  readonly blobHash: string | null;
}

/** One test with everything known about it. All text is untrusted. */
export interface ExportedResult extends ResultRow, Pick<ResultDetail, "line" | "tags" | "annotations" | "skipReason"> {
  readonly attempts: readonly Attempt[];
  /** Class of a failure, if known. */
  readonly said: SaidClass | null;
  readonly artifacts: readonly ExportedArtifact[];
}

/**
 * What an export reads: one report, or one test of it, streamed in the list's order. Memory does not grow with the
 * report. Each call of `rows` and `results` reads from the beginning; several may be open at once.
 */
export interface ReportSource {
  readonly report: Report;
  readonly projectName: string;
  /** Tests in this selection. */
  readonly total: number;
  /** Set where the selection is one test. */
  readonly resultId: number | null;
  /** Identifies the run, 64 hex digits: equal keys mean the same report. */
  readonly key: string;
  /** Problems of the whole report, even for a single test. */
  problems(): Promise<readonly Problem[]>;
  /** Slim rows, cheap: for tables and contents. */
  rows(): AsyncIterable<ResultRow>;
  /** Which of these results failed newly, by their ids; null if there is nothing to compare with. */
  failingStates(rows: readonly FailedRow[]): Promise<FailingStates | null>;
  /** Everything, read batch-wise. With `only`: these results, in the order of their ids there. */
  results(only?: readonly number[]): AsyncIterable<ExportedResult>;
  /** What the run printed outside its tests; nothing where the selection is one test. */
  printed(): AsyncIterable<PrintedOutput>;
  /** What it left behind outside its tests; nothing where the selection is one test. */
  runFiles(): Promise<readonly ExportedArtifact[]>;
  /** null: not uploaded, or gone. */
  openBlob(blobHash: string): Promise<Readable | null>;
}

export interface RenderOptions {
  /** Copy the artifacts into the export. */
  readonly includeArtifacts: boolean;
  /** Base of links back to the server, without a slash at the end. */
  readonly origin: string;
  /** When the export was asked for. */
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
