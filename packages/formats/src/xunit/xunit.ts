import { xmlRoot } from "#detection/xml-facts.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { XUnitReader } from "./xunit-reader.ts";

/** xUnit.net's XML format, versions 1, 2 and 3. Memory does not grow with the file. */
export const xunit: ReportFormat = {
  id: "xunit",
  label: "xUnit.net XML",
  writtenBy: "xUnit.net 1, 2 and 3: `-xml results.xml`",
  recognises,
  read: scannedBy(() => new ElementScanner(new XUnitReader())),
};

function recognises(head: string): boolean {
  const root = xmlRoot(head);
  if (root?.name === "assemblies") return true;
  if (root?.name !== "assembly") return false;
  return root.inside.has("collection") || root.inside.has("class") || /\b(test-framework|run-date)\s*=/.test(root.tag);
}
