import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { topLevelKeys } from "#detection/json-facts.ts";
import { ReportReader } from "./report-reader.ts";

/**
 * Report of Playwright's JSON reporter, 1.2x to 1.65. Split into its specs in any order, so memory does not grow
 * with the file.
 */
export const playwrightJson: ReportFormat = {
  id: "playwright-json",
  label: "Playwright JSON",
  writtenBy: "Playwright: `--reporter=json`",
  recognises,
  read: scannedBy(() => new ReportReader()),
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys === undefined) return false;
  if (keys.has("config") && (keys.has("suites") || keys.has("errors"))) return !keys.has("results");
  // The other keys are missing if the configuration or the list of suites is longer than the text that is checked.
  if (keys.has("config")) return keys.size === 1 && /"rootDir"\s*:|"projects"\s*:/.test(head);
  return keys.has("suites") && /"specs"\s*:\s*\[/.test(head) && /"expectedStatus"\s*:|"projectName"\s*:/.test(head);
}
