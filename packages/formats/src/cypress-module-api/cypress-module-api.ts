import { topLevelKeys } from "#detection/json-facts.ts";
import { collectParts } from "#json/collect-parts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { cypressOutline, CypressReader } from "./cypress-reader.ts";

/**
 * Result of `await cypress.run()` and of the event `after:run` in Cypress 4 to 15. Split into its specs. The browser
 * applies to every test and may come last, so it is searched first.
 */
export const cypressModuleApi: ReportFormat = {
  id: "cypress-module-api",
  label: "Cypress module API",
  writtenBy: "Cypress: the result of `cypress.run()`, saved to a file",
  recognises,
  read,
};

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    let browser: string | undefined;
    await collectParts(member.text(), { members: { browserName: "browser" } }, (_name, value) => {
      if (typeof value === "string") browser = value;
    });
    yield* scan(
      member.text(),
      jsonReport(cypressOutline, (writer) => new CypressReader(writer, browser)),
    );
  }
}

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys === undefined) return false;
  if (keys.has("runs") && (keys.has("cypressVersion") || keys.has("totalTests") || keys.has("browserName")))
    return true;
  // Keys are sorted, and the long configuration comes early, so later keys may be missing in the text that is checked.
  if (keys.has("browserName") && keys.has("browserPath") && keys.has("config")) return true;
  return couldNotStart(keys, head);
}

/** Matches `{status: "failed", failures: 1, message: "Could not find Cypress tests"}`. */
function couldNotStart(keys: ReadonlySet<string>, head: string): boolean {
  const only = [...keys].every((key) => ["status", "failures", "message"].includes(key));
  return only && keys.size === 3 && /"status"\s*:\s*"failed"/.test(head);
}
