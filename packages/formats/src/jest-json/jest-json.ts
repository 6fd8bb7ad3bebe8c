import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { jestOutline, JestReader } from "./jest-reader.ts";

/**
 * Output of `jest --json`, of Vitest's reporter `json`, and the aggregated result of Jest for custom reporters. Split into its
 * test files.
 */
export const jestJson: ReportFormat = {
  id: "jest-json",
  label: "Jest and Vitest JSON",
  writtenBy: "Jest: `--json --outputFile=results.json`; Vitest: `--reporter=json`",
  recognises,
  read: scannedBy(() => jsonReport(jestOutline, (writer) => new JestReader(writer))),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys === undefined || keys.has("stats")) return false;
  if (keys.has("numTotalTests")) return keys.has("testResults") || keys.has("numPassedTests");
  return keys.has("testResults") && /"(?:assertionResults|testFilePath)"\s*:/.test(head);
}
