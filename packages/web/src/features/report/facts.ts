import type { Report } from "@plumb/contract/runs/reports.ts";

/** The report has no start time: the time of its upload is used. */
export function startedAtUpload({ metadata }: Report): boolean {
  return metadata["startedFrom"] === "upload";
}
