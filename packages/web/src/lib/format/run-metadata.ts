import { metadataName } from "@plumb/contract/runs/metadata-name.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";

type Named = Pick<Report, "branch" | "commit" | "metadata">;

/** Returns additional facts about a run with readable names. */
export function runMetadata(report: Named): readonly (readonly [name: string, value: string])[] {
  const visible = new Set([report.branch, report.commit]);
  return Object.entries(report.metadata)
    .filter(
      ([name, value]) => name !== "startedFrom" && !((name === "branch" || name === "commit") && visible.has(value)),
    )
    .map(([name, value]) => [metadataName(name), value]);
}
