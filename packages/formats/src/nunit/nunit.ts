import { xmlRoot } from "#detection/xml-facts.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { NUnitReader } from "./nunit-reader.ts";

/**
 * NUnit's results: `test-run` of version 3 and later, `test-results` of version 2 and compatible writers. Memory does
 * not grow with the file.
 */
export const nunit: ReportFormat = {
  id: "nunit",
  label: "NUnit XML",
  writtenBy: "NUnit 2, 3 and 4, Unity and what writes like them: `TestResult.xml`",
  recognises,
  read: scannedBy(() => new ElementScanner(new NUnitReader())),
};

/** NUnit passes a single suite as the root to custom writers. Allure 1 uses the same name for its root. */
function recognises(head: string): boolean {
  const root = xmlRoot(head);
  if (root?.name === "test-suite") return root.inside.has("test-case") && !root.tag.includes("allure");
  return root?.name === "test-run" || root?.name === "test-results";
}
