import type { FileVerdict, UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import type { OtherFile, Report } from "#ingest/bundle/inspect.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import type { RefusedContents } from "#ingest/record/recorder.ts";
import type { UploadReader } from "#ingest/record/upload-reader.ts";
import type { ArtifactFiles } from "#ingest/spool/artifact-files.ts";
import type { SpooledFile, SpoolTarget } from "#ingest/spool/spool.ts";
import type { OpenUpload } from "#store/uploads/uploads.ts";
import type { RunRef } from "#store/ingest/sources.ts";

/** Reason for rejecting a file without content. */
export const emptyFile = "The file is empty.";

/** A file that was rejected before it was complete. */
export interface RejectedFile {
  readonly name: string;
  readonly reason: string;
}

/** A request with files, ready to be recorded. */
export interface UploadRequest {
  readonly projectId: number;
  readonly query: UploadQuery;
  readonly files: readonly SpooledFile[];
  readonly rejected: readonly RejectedFile[];
  readonly spool: SpoolTarget;
  readonly upload: OpenUpload;
  readonly reader: UploadReader;
}

/** Reports and other files of an upload. */
export interface UploadPlan {
  readonly runs: readonly PlannedRun[];
  readonly others: readonly OtherFile[];
  readonly artifacts: ArtifactFiles;
  /** Verdicts of the files that are not recorded. */
  readonly verdicts: readonly FileVerdict[];
  /** Other files that one of the verdicts explains. */
  readonly explained: ReadonlySet<SpooledFile>;
  /** By file name. */
  readonly sizes: ReadonlyMap<string, number>;
}

interface Attempted {
  readonly report: Report;
  /** The upload after the attempt. */
  readonly upload: OpenUpload;
}

interface Written extends Attempted {
  readonly run: RunRef;
  readonly sourceId: number;
  readonly content: ReportSummary;
  readonly notStored: RefusedContents;
}

/** A report whose rows are written but which is not marked as received yet. */
export interface RecordedReport extends Written {
  readonly kind: "recorded";
}

/** Result of recording one report. */
export type ReportResult =
  | RecordedReport
  /** The run already has the report. */
  | (Attempted & { readonly kind: "duplicate"; readonly run: RunRef })
  /** It contains no tests, so its rows were deleted. */
  | (Written & { readonly kind: "unreadable" })
  /** The rows of its source, if it has one, are left to be rolled back. */
  | (Attempted & { readonly kind: "failed"; readonly sourceId: number | null; readonly error: unknown });

/** Result of recording the reports of one run. */
export interface RunResult {
  readonly planned: PlannedRun;
  /** `null` if no report could be read. */
  readonly run: RunRef | null;
  /** Ends with the first report that failed. */
  readonly results: readonly ReportResult[];
  readonly recorded: readonly RecordedReport[];
  /** Files that its reports refer to and that exceed the project's storage limit. */
  readonly notStored: RefusedContents;
}
