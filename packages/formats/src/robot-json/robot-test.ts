import { asNumber, asString, type JsonObject, stringsOf } from "#json/json-value.ts";
import type { AnnotationRecord, TestRecord } from "#results/test-record.ts";
import { errorsOf, outcomeOf, displayTags } from "#robot/outcome.ts";
import { fileOf, suiteNames } from "#robot/suite-names.ts";
import { authorInTags } from "#text/author-in-tags.ts";
import { messagesOf } from "./messages.ts";
import { bodyOf, stepRecords } from "./steps.ts";
import type { Suite } from "./suites.ts";

/** Returns the record of a test or task. */
export function testRecord(test: JsonObject, suites: readonly Suite[]): TestRecord {
  const tags = stringsOf(test["tags"]);
  const seconds = asNumber(test["elapsed_time"]);
  const teardowns = suites.toReversed().map(({ teardown }) => teardown);
  const outcome = outcomeOf(asString(test["status"]) ?? "", asString(test["message"]) ?? "", teardowns);
  const { output, traceback, files } = messagesOf(bodyOf(test));
  return {
    file: fileOf(suites),
    titlePath: [...suiteNames(suites), asString(test["name"]) ?? ""],
    line: test["lineno"],
    tags: displayTags(tags),
    author: authorInTags(tags),
    annotations: annotationsOf(test),
    skipReason: outcome.message,
    attempts: [
      ...outcome.earlier,
      {
        status: outcome.status,
        startedAt: test["start_time"],
        durationMs: seconds === undefined ? null : seconds * 1000,
        errors: errorsOf(outcome, traceback),
        steps: stepRecords(test),
        attachments: files,
        stdout: output,
      },
    ],
  };
}

function annotationsOf(test: JsonObject): AnnotationRecord[] {
  const reported: [string, string][] = [
    ["description", asString(test["doc"]) ?? ""],
    ["timeout", asString(test["timeout"]) ?? ""],
    ["template", asString(test["template"]) ?? ""],
  ];
  return reported.filter(([, text]) => text.trim() !== "").map(([type, description]) => ({ type, description }));
}
