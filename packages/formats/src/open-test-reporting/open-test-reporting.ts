import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { xmlRoot } from "#detection/xml-facts.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { readNodes } from "./node-index.ts";
import { OtrReader } from "./otr-reader.ts";

/**
 * Both kinds of Open Test Reporting: the events of the JUnit Platform, in any order, and the hierarchy that is generated from
 * them. Only the whole file has the structure, so it is read twice. Keeps the tree of names in memory.
 */
export const openTestReporting: ReportFormat = {
  id: "open-test-reporting",
  label: "Open Test Reporting",
  writtenBy: "The JUnit Platform (JUnit 5 and 6): `open-test-report.xml`, and the hierarchy made of it",
  recognises,
  read: readOtr,
};

function recognises(head: string): boolean {
  const root = xmlRoot(head);
  return (root?.name === "events" || root?.name === "execution") && root.tag.includes("opentest4j");
}

async function* readOtr({ members }: Bundle): AsyncGenerator<readonly ResultEvent[]> {
  for (const member of members) {
    const nodes = await readNodes(member.text());
    yield* scan(member.text(), new ElementScanner(new OtrReader(nodes)));
  }
}
