import type { Report } from "@plumb/contract/runs/reports.ts";

/** The report names no start: what counts as one is when it was uploaded. */
export function startedAtUpload({ metadata }: Report): boolean {
  return metadata["startedFrom"] === "upload";
}
