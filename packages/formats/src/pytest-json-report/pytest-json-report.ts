import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { pytestOutline, PytestReader } from "./pytest-reader.ts";

/** Output of the plugin pytest-json-report. Split into its tests. */
export const pytestJsonReport: ReportFormat = {
  id: "pytest-json-report",
  label: "pytest-json-report",
  writtenBy: "pytest with pytest-json-report: `--json-report`",
  recognises,
  read: scannedBy(() => jsonReport(pytestOutline, (writer) => new PytestReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys === undefined || !keys.has("created") || !keys.has("exitcode")) return false;
  return keys.has("root") || keys.has("collectors") || keys.has("tests");
}
