import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import type { RenderOptions } from "#exports/source/report-source.ts";
import type { ReportHead, StoredReport } from "#exports/source/stored-report.ts";

/** Start parameters of a rendering thread. */
export interface RenderingJob {
  readonly format: ExportFormat;
  readonly head: ReportHead;
  readonly options: Pick<RenderOptions, "includeArtifacts" | "origin" | "now">;
}

/** What the thread asks the server for; each question gets one answer. */
export interface Questions extends Omit<StoredReport, "openBlob"> {
  /** A handle for `readBlob`; null: it is not there. */
  openBlob(blobHash: string): Promise<number | null>;
  /** The next bytes; null at the end. */
  readBlob(handle: number): Promise<Uint8Array | null>;
  closeBlob(handle: number): Promise<null>;
  /** Answered once there is room for more. */
  write(chunk: Uint8Array): Promise<null>;
  progress(done: number): Promise<null>;
}

export interface Question {
  readonly id: number;
  readonly call: keyof Questions;
  readonly args: readonly unknown[];
}

export interface Answer {
  readonly id: number;
  readonly value: unknown;
}

/** The last word of the thread. */
export interface Ended {
  readonly error: unknown;
}
