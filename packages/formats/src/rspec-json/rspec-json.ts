import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { rspecOutline, RspecReader } from "./rspec-reader.ts";

/** Output of RSpec's formatter `json`. Split into its examples. */
export const rspecJson: ReportFormat = {
  id: "rspec-json",
  label: "RSpec JSON",
  writtenBy: "RSpec: `--format json --out results.json`",
  recognises,
  read: scannedBy(() => jsonReport(rspecOutline, (writer) => new RspecReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("examples") !== true) return false;
  return keys.has("summary_line") || keys.has("summary") || /"full_description"\s*:/.test(head);
}
