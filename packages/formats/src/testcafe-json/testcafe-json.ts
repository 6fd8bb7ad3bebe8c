import { topLevelKeys } from "#detection/json-facts.ts";
import { collectParts } from "#json/collect-parts.ts";
import { jsonReport } from "#json/json-report.ts";
import { stringsOf } from "#json/json-value.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { testcafeOutline, TestcafeReader } from "./testcafe-reader.ts";

/** Output of TestCafe's reporter `json`. Split into its fixtures; browsers are searched first. */
export const testcafeJson: ReportFormat = {
  id: "testcafe-json",
  label: "TestCafe JSON",
  writtenBy: "TestCafe: `--reporter json:results.json`",
  recognises,
  read,
};

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    let agents: readonly string[] = [];
    await collectParts(member.text(), { members: { userAgents: "agents" } }, (_name, value) => {
      agents = stringsOf(value);
    });
    yield* scan(
      member.text(),
      jsonReport(testcafeOutline, (writer) => new TestcafeReader(writer, agents)),
    );
  }
}

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  return keys?.has("fixtures") === true && (keys.has("userAgents") || keys.has("startTime"));
}
