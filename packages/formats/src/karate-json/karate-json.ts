import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { readFeature } from "./feature.ts";
import { karateOutline, KarateReader } from "./karate-reader.ts";

/**
 * The file that Karate writes for each feature. It is read scenario by scenario. Java writes the keys in any order, so the
 * facts about the feature are read first.
 */
export const karateJson: ReportFormat = {
  id: "karate-json",
  label: "Karate JSON",
  writtenBy: "Karate 1: `target/karate-reports/*.karate-json.txt`",
  recognises,
  read,
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("scenarioResults") !== true) return false;
  return ["relativePath", "prefixedPath", "packageQualifiedName"].some((key) => keys.has(key))
    ? true
    : head.includes('"stepResults"');
}

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    const feature = await readFeature(member.text());
    yield* scan(
      member.text(),
      jsonReport(karateOutline, (writer) => new KarateReader(writer, feature)),
    );
  }
}
