import type { Report } from "@plumb/contract/runs/reports.ts";

/** Returns whether the time of the upload replaces a missing start time. */
export function startedAtUpload({ metadata }: Report): boolean {
  return metadata["startedFrom"] === "upload";
}
