import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { xmlRoot } from "#detection/xml-facts.ts";
import { JUnitReader } from "./junit-reader.ts";

/**
 * JUnit XML as written by Ant, Surefire, Gradle, pytest, Playwright, Jest, Vitest, Mocha, Cypress, PHPUnit, GoogleTest and
 * many other tools. There is no standard, so each suite is read in the dialect of its writer. Memory does not grow with the file.
 */
export const junit: ReportFormat = {
  id: "junit",
  label: "JUnit XML",
  writtenBy:
    "Most tools: `report.xml` of about twenty tools, each in its own dialect (Surefire, Failsafe with its summary, Gradle, pytest, Cypress, Playwright, Jest, PHPUnit, Bun, Deno, Behave, Newman, …)",
  recognises,
  read: scannedBy(() => new JUnitReader()),
};

/** Eclipse uses the root element `testrun`. */
const roots = new Set(["testsuites", "testrun", "testsuite", "testcase", "failsafe-summary"]);

/** The report can follow other output if it starts on a new line. */
function recognises(head: string): boolean {
  const root = xmlRoot(head);
  // Check uses the same root element for its own XML format.
  if (root !== undefined) return roots.has(root.name) && !root.tag.includes("check.sourceforge.net");
  const start = head.search(/^<(?:\?xml|testsuites?)\b/m);
  return start > 0 && roots.has(xmlRoot(head.slice(start))?.name ?? "");
}
