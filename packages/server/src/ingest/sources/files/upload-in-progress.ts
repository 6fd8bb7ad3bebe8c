import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import type { ReportProblem } from "#ingest/record/report-problems.ts";
import type { Report } from "#ingest/bundle/inspect.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import type { UploadReader } from "#ingest/record/upload-reader.ts";
import type { SpooledFile, SpoolTarget } from "#ingest/spool/spool.ts";
import type { ArrivalUnderWay } from "#store/arrivals/arrivals.ts";
import type { RunRef } from "#store/ingest/uploads.ts";

/** Reason for rejecting a file without content. */
export const emptyFile = "The file is empty.";

/** State of an upload request. */
export interface Upload {
  readonly projectId: number;
  readonly query: UploadQuery;
  readonly files: readonly SpooledFile[];
  /** Files that were rejected before they were complete. */
  readonly rejected: readonly { name: string; reason: string }[];
  readonly spool: SpoolTarget;
  readonly arrival: ArrivalUnderWay;
  readonly reader: UploadReader;
}

/** A report whose rows are written but which is not marked as received yet. */
export interface RecordedUpload {
  readonly report: Report;
  readonly uploadId: number;
  readonly runId: number;
  content: ReportSummary;
}

/** State of a run within a request. */
export interface RunInProgress {
  readonly planned: PlannedRun;
  run: RunRef | null;
  readonly recorded: RecordedUpload[];
  readonly duplicates: Report[];
  /** Files, by hash, that its reports refer to and that exceed the project's storage limit. */
  readonly notStored: Map<string, { readonly name: string; readonly why: string }>;
  /** Problems that concern the run as a whole. */
  noted: readonly ReportProblem[];
}
