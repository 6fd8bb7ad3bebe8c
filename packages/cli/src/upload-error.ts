import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";

/** The upload did not succeed, and trying again at once will not help. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** What the server said of the files, if it came that far. */
  readonly files: readonly FileVerdict[];

  constructor(message: string, files: readonly FileVerdict[] = []) {
    super(message);
    this.files = files;
  }
}
