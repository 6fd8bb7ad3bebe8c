import type { RunEvent } from "@plumb/contract/result-event.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { ReportedPartial } from "@plumb/contract/runs/live.ts";
import { storable } from "#core/text.ts";
import type { ReportedScope } from "#store/runs/status-rows.ts";

/** Returns the test selection that a live reporter sent. */
export function reporterScope(partial: ReportedPartial | undefined): ReportedScope {
  if (partial === undefined) return { scope: null, scopeReason: null };
  if (partial === false) return { scope: "whole", scopeReason: null };
  return { scope: partial.filter === true ? "filter" : "part", scopeReason: storable(partial.reason) };
}

/** Returns the upload's test selection. The sender's value takes precedence over that of an exported report. */
export function sourceScope({ partial }: UploadQuery, { exported }: Pick<RunEvent, "exported">): ReportedScope {
  if (partial === false) return { scope: "whole", scopeReason: null };
  if (partial === true) return { scope: "part", scopeReason: null };
  const reason = exported?.partial;
  return reason === undefined ? { scope: null, scopeReason: null } : { scope: "part", scopeReason: storable(reason) };
}
