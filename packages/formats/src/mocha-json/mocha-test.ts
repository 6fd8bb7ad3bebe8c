import { asString, type JsonObject } from "#json/json-value.ts";
import { looksLikeCypress, mochaError } from "#mocha-error/mocha-error.ts";
import type { ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { unexplainedAttempts } from "#results/unexplained-attempts.ts";
import { tagsIn } from "#text/tags-in-titles.ts";

/** Returns the record of a test in the output of Mocha's JSON reporters. */
export function testRecord(test: JsonObject, status: Verdict): TestRecord {
  const titlePath = titlesOf(test);
  const retries = status === "passed" || status === "failed" ? test["currentRetry"] : 0;
  return {
    file: asString(test["file"]),
    titlePath,
    status,
    tags: tagsIn(titlePath),
    attempts: [
      ...unexplainedAttempts(retries),
      { status, durationMs: test["duration"], errors: status === "failed" ? errorsOf(test) : [] },
    ],
  };
}

/** The titles of suites are joined into one text, which cannot be split reliably. */
function titlesOf(test: JsonObject): string[] {
  const title = asString(test["title"]) ?? "";
  const full = asString(test["fullTitle"]) ?? "";
  const suites = title !== "" && full.endsWith(` ${title}`) ? full.slice(0, -title.length - 1) : "";
  return [suites, title === "" ? full : title];
}

/** In the stream, the error is a text, and the stack is a separate field. */
function errorsOf(test: JsonObject): ErrorRecord[] {
  const error = mochaError(test["err"]);
  const { stack } = test;
  if (typeof test["err"] === "string") return [{ message: test["err"], stack }];
  return error === undefined ? [] : [error];
}

/** Returns the message for a failed hook. */
export function hookFailure(hook: JsonObject): string {
  const [error] = errorsOf(hook);
  const title = asString(hook["fullTitle"]) ?? asString(hook["title"]) ?? "A hook";
  return `${title}: ${asString(error?.message) ?? "failed"}`;
}

/** Returns Cypress if any test looks like it, otherwise Mocha. */
export function frameworkOf(test: JsonObject, known: string | undefined): string {
  return looksLikeCypress(asString(test["file"]), mochaError(test["err"])) ? "cypress" : (known ?? "mocha");
}
