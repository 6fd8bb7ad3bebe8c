import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { ctrfOutline, CtrfReader } from "./ctrf-reader.ts";

/** The Common Test Report Format up to version 1.0, including files without a version. Split into its tests. */
export const ctrf: ReportFormat = {
  id: "ctrf",
  label: "CTRF",
  writtenBy: "The CTRF reporters (Playwright, Jest, Cypress, …): `ctrf-report.json`",
  recognises,
  read: scannedBy(() => jsonReport(ctrfOutline, (writer) => new CtrfReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("results") !== true) return keys?.has("reportFormat") === true && mentionsCtrf(head);
  // mochawesome and Playwright also have `results`, but with other keys next to them.
  if (keys.has("stats") || keys.has("config")) return false;
  return mentionsCtrf(head) || (/"summary"\s*:/.test(head) && /"(?:tool|tests)"\s*:/.test(head));
}

function mentionsCtrf(head: string): boolean {
  return /"reportFormat"\s*:\s*"CTRF"/i.test(head);
}
