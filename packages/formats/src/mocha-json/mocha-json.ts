import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { readLists } from "./lists.ts";
import { mochaOutline, MochaReader } from "./mocha-reader.ts";

/**
 * Output of Mocha's reporter `json`, also used by Cypress. It lists each test a second time by outcome, so it is
 * read twice: for failed and pending tests, and for all.
 */
export const mochaJson: ReportFormat = {
  id: "mocha-json",
  label: "Mocha JSON",
  writtenBy: "Mocha: `--reporter json`; Cypress with that reporter",
  recognises,
  read,
};

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    const lists = await readLists(member.text());
    yield* scan(
      member.text(),
      jsonReport(mochaOutline(lists), (writer) => new MochaReader(writer, lists)),
    );
  }
}

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("stats") !== true || keys.has("results")) return false;
  const lists = ["passes", "failures", "pending"].some((list) => keys.has(list));
  return keys.has("tests") ? lists || /"fullTitle"\s*:/.test(head) : lists && /"fullTitle"\s*:/.test(head);
}
