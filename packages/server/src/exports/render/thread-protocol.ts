import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import type { RenderOptions } from "#exports/source/report-source.ts";
import type { ReportHead, StoredReport } from "#exports/source/stored-report.ts";

/** Start parameters of a rendering thread. */
export interface RenderingJob {
  readonly format: ExportFormat;
  readonly head: ReportHead;
  readonly options: Pick<RenderOptions, "includeArtifacts" | "origin" | "now">;
}

/** Requests from the thread to the server. Each gets one response. */
export interface Questions extends Omit<StoredReport, "openBlob"> {
  /** Returns a handle for `readBlob`; `null` if the blob does not exist. */
  openBlob(blobHash: string): Promise<number | null>;
  /** Returns the next bytes; `null` at the end. */
  readBlob(handle: number): Promise<Uint8Array | null>;
  closeBlob(handle: number): Promise<null>;
  /** Answered when the output can take more. */
  write(chunk: Uint8Array): Promise<null>;
  progress(done: number): Promise<null>;
}

export interface Question {
  readonly id: number;
  readonly call: keyof Questions;
  readonly args: readonly unknown[];
}

export interface Reply {
  readonly id: number;
  readonly value: unknown;
}

/** Last message of the thread. */
export interface Ended {
  readonly error: unknown;
}
