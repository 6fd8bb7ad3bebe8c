import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";

/** The upload did not succeed, and trying again at once will not help. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** Results of the files from the server, if it got that far. */
  readonly files: readonly FileVerdict[];
  /** Address of the upload on the server, if it has one. */
  readonly address: string | null;

  constructor(message: string, files: readonly FileVerdict[] = [], address: string | null = null) {
    super(message);
    this.files = files;
    this.address = address;
  }
}
