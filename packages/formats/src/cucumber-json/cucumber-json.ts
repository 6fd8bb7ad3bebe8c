import { elementKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { featureOutline, FeatureReader } from "./feature-reader.ts";
import { readHeaders } from "./headers.ts";

/**
 * Cucumber's JSON formatter, as written by the JVM, Ruby and JavaScript implementations, behave, pytest-bdd, godog and the Cypress
 * preprocessor. Split into its scenarios, which may contain screenshots. Cucumber-JVM writes scenarios before the name of
 * their feature, so the headers of all features are read first.
 */
export const cucumberJson: ReportFormat = {
  id: "cucumber-json",
  label: "Cucumber JSON",
  writtenBy: "Cucumber (JVM, JS, Ruby), Behave, SpecFlow, Reqnroll, Godog, Karate: `--format json:cucumber.json`",
  recognises,
  read,
};

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  for (const member of members) {
    const first = await readHeaders(member.text());
    yield* scan(
      member.text(),
      jsonReport(featureOutline, (writer) => new FeatureReader(writer, first)),
    );
  }
}

/** A run without scenarios produces an empty list. */
function recognises(head: string): boolean {
  const keys = elementKeys(head);
  if (keys === undefined) return false;
  if (keys.size === 0) return /^\s*\[\s*\]\s*$/.test(head);
  if (keys.has("elements")) return /"(?:steps|keyword|uri)"\s*:/.test(head);
  return keys.has("keyword") && keys.has("name") && (keys.has("uri") || keys.has("location"));
}
