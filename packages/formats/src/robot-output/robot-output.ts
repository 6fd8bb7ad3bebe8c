import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { xmlRoot } from "#detection/xml-facts.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { RobotReader } from "./robot-reader.ts";
import { failedTeardowns } from "./teardowns.ts";

/**
 * Robot Framework's `output.xml`, versions 2 to 7. The teardown of a suite comes after its tests and affects them,
 * so the file is read twice. Keeps one test and the failed teardowns in memory.
 */
export const robotOutput: ReportFormat = {
  id: "robot-output",
  label: "Robot Framework output",
  writtenBy: "Robot Framework, all versions, also merged by Rebot: `output.xml`",
  recognises: (head) => xmlRoot(head)?.name === "robot",
  read: readRobot,
};

async function* readRobot({ members }: Bundle): AsyncGenerator<readonly ResultEvent[]> {
  for (const member of members) {
    const teardowns = await failedTeardowns(member.text());
    yield* scan(member.text(), new ElementScanner(new RobotReader(teardowns)));
  }
}
