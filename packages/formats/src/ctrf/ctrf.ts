import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { ctrfOutline, CtrfReader } from "./ctrf-reader.ts";

/** The Common Test Report Format, from the time before it had versions to 1.0. Cut at its tests. */
export const ctrf: ReportFormat = {
  id: "ctrf",
  label: "CTRF",
  writtenBy: "The CTRF reporters (Playwright, Jest, Cypress, …): `ctrf-report.json`",
  recognises,
  read: scannedBy(() => jsonReport(ctrfOutline, (writer) => new CtrfReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("results") !== true) return keys?.has("reportFormat") === true && says(head);
  // mochawesome and Playwright's neighbours have results too, and more next to them.
  if (keys.has("stats") || keys.has("config")) return false;
  return says(head) || (/"summary"\s*:/.test(head) && /"(?:tool|tests)"\s*:/.test(head));
}

function says(head: string): boolean {
  return /"reportFormat"\s*:\s*"CTRF"/i.test(head);
}
