import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";

/** An upload that failed and that an immediate retry would not help. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** Verdicts of the server; empty if it sent none. */
  readonly files: readonly FileVerdict[];
  /** Address of the upload on the server, if it has one. */
  readonly address: string | null;

  constructor(message: string, files: readonly FileVerdict[] = [], address: string | null = null) {
    super(message);
    this.files = files;
    this.address = address;
  }
}
