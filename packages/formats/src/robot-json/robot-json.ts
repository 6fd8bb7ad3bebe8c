import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { readSuites, robotOutline } from "./suites.ts";
import { RobotReader } from "./robot-reader.ts";

/**
 * Robot Framework's JSON output, since 7.0. Split into its tests. The name of a suite comes after its suites and
 * tests, so the names are read first.
 */
export const robotJson: ReportFormat = {
  id: "robot-json",
  label: "Robot Framework JSON",
  writtenBy: "Robot Framework 7.1 and later: `--output output.json`",
  recognises,
  read,
};

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    const suites = await readSuites(member.text());
    yield* scan(
      member.text(),
      jsonReport(robotOutline(), (writer) => new RobotReader(writer, suites)),
    );
  }
}

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  return keys?.has("generator") === true && (keys.has("suite") || keys.has("rpa"));
}
