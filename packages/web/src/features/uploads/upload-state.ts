import { RefusedError } from "@plumb/client/call-error.ts";
import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { errorText } from "#lib/api/error-text.ts";
import { formatBytes } from "#lib/format/format.ts";
import type { FileToSend } from "./send-files.ts";
import type { UploadDetails } from "./upload-details.ts";

/** Upload from its start until the user dismisses it. */
export interface Upload {
  readonly id: number;
  readonly fileNames: readonly string[];
  readonly details: UploadDetails;
  readonly phase: "sending" | "reading" | "done" | "failed";
  /** Sent share of the request, 0 to 1. */
  readonly share: number;
  readonly error: string | null;
  readonly runs: readonly UploadedRun[];
  readonly verdicts: readonly FileVerdict[];
}

export function newUpload(
  id: number,
  fileNames: readonly string[],
  verdicts: readonly FileVerdict[],
  details: UploadDetails = {},
): Upload {
  return { id, fileNames, details, phase: "sending", share: 0, error: null, runs: [], verdicts };
}

/** Returns a rejected upload, with the outcome of each file if the server returned it. */
export function failedUpload(upload: Upload, error: unknown): Upload {
  const verdicts = error instanceof RefusedError ? verdictsOf(error.body) : [];
  return {
    ...upload,
    phase: "failed",
    error: errorText(error, "The upload failed"),
    verdicts: [...upload.verdicts, ...verdicts],
  };
}

function verdictsOf(body: unknown): readonly FileVerdict[] {
  if (typeof body !== "object" || body === null) return [];
  const { files } = body as { files?: FileVerdict[] };
  return Array.isArray(files) ? files : [];
}

/** Separates files that the server would reject for their size, before they are sent. */
export function withinLimit(
  files: readonly FileToSend[],
  maxBytes: number,
): { accepted: FileToSend[]; tooLarge: FileVerdict[] } {
  const accepted = files.filter(({ file }) => file.size <= maxBytes);
  const tooLarge = files
    .filter(({ file }) => file.size > maxBytes)
    .map(({ name, file }) => ({
      name,
      verdict: "rejected" as const,
      format: null,
      reportId: null,
      tests: 0,
      reason: `The file is ${formatBytes(file.size)}, but this server accepts files up to ${formatBytes(maxBytes)}. It was not sent.`,
    }));
  return { accepted, tooLarge };
}

/** Sorts the outcomes by importance: rejected, partial, unused, duplicates, imported, then artifacts. */
export function verdictsByUrgency(verdicts: readonly FileVerdict[]): FileVerdict[] {
  const order: readonly FileVerdict["verdict"][] = [
    "rejected",
    "partial",
    "unused",
    "duplicate",
    "imported",
    "artifact",
  ];
  return verdicts.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}
