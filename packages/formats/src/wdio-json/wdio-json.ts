import { topLevelKeys } from "#detection/json-facts.ts";
import { collectParts } from "#json/collect-parts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { deviceOf } from "./device.ts";
import { wdioOutline, WdioReader } from "./wdio-reader.ts";

/**
 * Output of @wdio/json-reporter per worker, and its merged form. Split into its suites. Specs and browser apply to
 * every test and may come last, so they are searched first.
 */
export const wdioJson: ReportFormat = {
  id: "wdio-json",
  label: "WebdriverIO JSON",
  writtenBy: "WebdriverIO: `@wdio/json-reporter`, single files and merged ones",
  recognises,
  read,
};

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    const specs: string[] = [];
    let capabilities: unknown;
    const outline = { members: { capabilities: "capabilities", specs: { elements: "spec" } } };
    await collectParts(member.text(), outline, (name, value) => {
      if (name === "capabilities") capabilities = value;
      // With several specs, the spec of a suite is unknown.
      else if (specs.length < 2 && typeof value === "string") specs.push(value);
    });
    const file = specs.length === 1 ? specs[0] : undefined;
    yield* scan(
      member.text(),
      jsonReport(wdioOutline, (writer) => new WdioReader(writer, { file, device: deviceOf(capabilities) })),
    );
  }
}

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("capabilities") !== true) return false;
  return keys.has("framework") || (keys.has("suites") && (keys.has("specs") || keys.has("state")));
}
