import { asNumber, asString, type JsonObject, stringsOf } from "#json/json-value.ts";
import type { AnnotationRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { withoutMarkup } from "#text/without-markup.ts";
import { messagesOf } from "./messages.ts";
import { bodyOf, stepRecords } from "./steps.ts";
import type { Suite } from "./suites.ts";

/** One test or task with the suites around it. */
export function testRecord(test: JsonObject, suites: readonly Suite[]): TestRecord {
  const status = verdictOf(test["status"]);
  const tags = stringsOf(test["tags"]);
  const seconds = asNumber(test["elapsed_time"]);
  const message = plain(asString(test["message"]) ?? "");
  const { output, traceback, pictures } = messagesOf(bodyOf(test));
  return {
    file: suites.at(-1)?.source,
    titlePath: [...suites.map(({ name }) => name), asString(test["name"]) ?? ""],
    status,
    line: test["lineno"],
    // Robot's own are orders to Robot.
    tags: tags.filter((tag) => !/^robot:/i.test(tag)),
    author: tags.map((tag) => /^(?:owner|author)[-:= ]+(.+)$/i.exec(tag)?.[1]).find(Boolean),
    annotations: annotationsOf(test),
    skipReason: message,
    attempts: [
      {
        status,
        startedAt: test["start_time"],
        durationMs: seconds === undefined ? null : seconds * 1000,
        errors: status === "failed" ? [errorOf(message, traceback)] : [],
        steps: stepRecords(test),
        attachments: pictures.map((path) => ({ path })),
        stdout: output,
      },
    ],
  };
}

function verdictOf(status: unknown): Verdict {
  return status === "PASS" ? "passed" : status === "FAIL" ? "failed" : "skipped";
}

/** A message says of itself that it is markup. */
function plain(message: string): string {
  return message.startsWith("*HTML*") ? withoutMarkup(message.slice(6)) : message;
}

function errorOf(message: string, traceback: string): ErrorRecord {
  return { message, stack: traceback === "" ? undefined : `${message}\n${traceback}` };
}

function annotationsOf(test: JsonObject): AnnotationRecord[] {
  const told: [string, string][] = [
    ["description", asString(test["doc"]) ?? ""],
    ["timeout", asString(test["timeout"]) ?? ""],
    ["template", asString(test["template"]) ?? ""],
  ];
  return told.filter(([, text]) => text.trim() !== "").map(([type, description]) => ({ type, description }));
}
