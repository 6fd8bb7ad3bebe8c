import { xmlRoot } from "#detection/xml-facts.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { TestNGReader } from "./testng-reader.ts";

/**
 * TestNG's `testng-results.xml`, versions 5 to 7. Keeps the results of a class in memory that may be attempts of another
 * result.
 */
export const testng: ReportFormat = {
  id: "testng",
  label: "TestNG results",
  writtenBy: "TestNG: `testng-results.xml`",
  recognises: (head) => xmlRoot(head)?.name === "testng-results",
  read: scannedBy(() => new ElementScanner(new TestNGReader())),
};
