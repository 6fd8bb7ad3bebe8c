import { asNumber, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import type { AnnotationRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { authorInTags } from "#text/author-in-tags.ts";
import { type Feature, nameOf } from "./feature.ts";
import { attachmentsOf, outputOf, type RunStep, stepRecords, stepsOf } from "./steps.ts";

/** Returns the record of a scenario or an outline example. Its title is the same as in Karate's JUnit XML. */
export function scenarioRecord(scenario: JsonObject, feature: Feature): TestRecord {
  const steps = [...stepsOf(scenario, feature.file)];
  const own = steps.filter(({ depth }) => depth === 0);
  const status = statusOf(scenario, own);
  const name = nameOf(scenario["name"]);
  const tags = stringsOf(scenario["tags"]);
  const worker = /-(\d{1,6})$/.exec(asString(scenario["executorName"]) ?? "")?.[1];
  return {
    file: feature.file,
    titlePath: [name],
    variant: feature.repeatedExamples.has(name) ? rowOf(scenario) : "",
    status,
    line: scenario["line"],
    tags,
    author: authorInTags(tags),
    annotations: annotationsOf(scenario, feature),
    attempts: [
      {
        status,
        startedAt: scenario["startTime"],
        durationMs: scenario["durationMillis"],
        worker: worker === undefined ? undefined : Number(worker),
        errors: errorsOf(scenario, own, feature.file),
        steps: stepRecords(steps),
        attachments: attachmentsOf(steps),
        stdout: outputOf(steps),
      },
    ],
  };
}

/** A scenario that was ended by `karate.abort()` passed; its remaining steps are skipped. */
function statusOf(scenario: JsonObject, steps: readonly RunStep[]): Verdict {
  if (scenario["failed"] === true || steps.some(({ status }) => status === "failed")) return "failed";
  return steps.length > 0 && steps.every(({ status }) => status === "skipped") ? "skipped" : "passed";
}

function rowOf(scenario: JsonObject): string {
  const index = asNumber(scenario["exampleIndex"]) ?? -1;
  return index < 0 ? "" : `row ${index + 1}`;
}

/** With `continueOnStepFailure`, several steps can fail. */
function errorsOf(scenario: JsonObject, steps: readonly RunStep[], file: string | undefined): ErrorRecord[] {
  const failed = steps.filter(({ status }) => status === "failed");
  if (failed.length === 0) return [{ message: scenario["error"], file, line: scenario["line"] }];
  return failed.map(({ error, title, line }) => ({
    message: error === "" ? `Failed: ${title}` : error,
    file,
    line,
  }));
}

function annotationsOf(scenario: JsonObject, feature: Feature): AnnotationRecord[] {
  const example = scenario["exampleData"];
  const facts: [string, string][] = [
    ["feature", [feature.name, feature.description].filter((text) => text.trim() !== "").join("\n")],
    ["description", asString(scenario["description"]) ?? ""],
    ...objectsOf([example]).flatMap((row) =>
      Object.entries(row).map(([key, value]): [string, string] => [
        key,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ),
  ];
  return facts
    .map(([type, text]) => ({ type, description: text.trim() }))
    .filter(({ type, description }) => type.trim() !== "" && description !== "");
}
