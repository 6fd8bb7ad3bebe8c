import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { mochawesomeOutline, MochawesomeReader } from "./mochawesome-reader.ts";

/** Report of Mocha's reporter mochawesome, also used with Cypress, single or merged. Split into its tests. */
export const mochawesome: ReportFormat = {
  id: "mochawesome",
  label: "mochawesome",
  writtenBy: "mochawesome and cypress-mochawesome-reporter, also merged: `mochawesome.json`",
  recognises,
  read: scannedBy(() => jsonReport(mochawesomeOutline, (writer) => new MochawesomeReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys === undefined || keys.has("config")) return false;
  const pattern = /"(?:mochawesome|beforeHooks|afterHooks|rootEmpty|parentUUID|fullFile)"\s*:/.test(head);
  // Until version 3 there was a single root in `suites`, and until version 2 a list of all tests after it.
  if (keys.has("stats") && keys.has("suites") && (pattern || keys.has("allTests"))) return true;
  if (!keys.has("results") || keys.has("reportFormat")) return false;
  return keys.has("stats") ? pattern || /"(?:suites|passPercent)"\s*:/.test(head) : pattern;
}
