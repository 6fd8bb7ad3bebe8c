import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";

/** The upload did not succeed, and trying again at once will not help. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** What the server said of the files, if it came that far. */
  readonly files: readonly FileVerdict[];
  /** Where people see what became of it, if the server says so. */
  readonly address: string | null;

  constructor(message: string, files: readonly FileVerdict[] = [], address: string | null = null) {
    super(message);
    this.files = files;
    this.address = address;
  }
}
