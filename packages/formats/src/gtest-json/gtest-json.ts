import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { gtestOutline, GtestReader } from "./gtest-reader.ts";

/** Output of GoogleTest with `--gtest_output=json`. Split into its suites. */
export const gtestJson: ReportFormat = {
  id: "gtest-json",
  label: "GoogleTest JSON",
  writtenBy: "GoogleTest: `--gtest_output=json:results.json`",
  recognises,
  read: scannedBy(() => jsonReport(gtestOutline, (writer) => new GtestReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  return keys?.has("testsuites") === true && /"name"\s*:\s*"AllTests"|"disabled"\s*:|"testsuite"\s*:\s*\[/.test(head);
}
