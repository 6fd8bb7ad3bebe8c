import { elementKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { extentOutline, ExtentReader } from "./extent-reader.ts";

/** Output of ExtentReports' JsonFormatter. Split into its top-level tests with all their nodes. */
export const extentJson: ReportFormat = {
  id: "extent-json",
  label: "ExtentReports JSON",
  writtenBy: "ExtentReports for Java and .NET: the JSON reporter",
  recognises,
  read: scannedBy(() => jsonReport(extentOutline, (writer) => new ExtentReader(writer))),
};

function recognises(head: string): boolean {
  const keys = elementKeys(head);
  if (keys?.has("status") !== true || !keys.has("name") || keys.has("elements")) return false;
  const own = ["categorySet", "authorSet", "deviceSet", "generatedLog", "useNaturalConf", "bddType"];
  return own.some((key) => keys.has(key));
}
