import { asNumber, asObject, asString, asText, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { mochaError } from "#mocha-error/mocha-error.ts";
import type { AttachmentRecord, AttemptRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { browserIn } from "#text/browser-name.ts";
import { tagsIn } from "#text/tags-in-titles.ts";
import type { Screenshots } from "./screenshots.ts";

interface Spec {
  readonly file: string | undefined;
  readonly browser: string | undefined;
  readonly screenshots: Screenshots;
}

/** Returns the record of a test with its attempts. */
export function testRecord(test: JsonObject, { file, browser, screenshots }: Spec): TestRecord {
  const status = verdictOf(test["state"]);
  // Old versions joined the titles of a test if it had no suite.
  const titlePath = typeof test["title"] === "string" ? [test["title"]] : stringsOf(test["title"]);
  const body = asString(test["body"]) ?? "";
  return {
    file,
    titlePath,
    variant: browser,
    status,
    browser: browser === undefined ? undefined : (browserIn(browser) ?? browser),
    tags: tagsIn(titlePath),
    annotations: body.trim() === "" ? [] : [{ type: "code", description: body }],
    skipReason: test["state"] === "skipped" ? "Did not run: a hook failed before it started" : undefined,
    attempts: attemptsOf(test, status, (count) => screenshots.of(test, titlePath, count)),
  };
}

function verdictOf(state: unknown): Verdict {
  return state === "passed" || state === "failed" ? state : "skipped";
}

/** Since version 13 an attempt only has a state, and the test has the error and the duration. */
function attemptsOf(
  test: JsonObject,
  status: Verdict,
  picturesOf: (attempts: number) => readonly (readonly AttachmentRecord[])[],
): AttemptRecord[] {
  const listed = objectsOf(test["attempts"]);
  const attempts = listed.length === 0 ? [{ state: test["state"] }] : listed;
  const pictures = picturesOf(attempts.length);
  return attempts.map((attempt: JsonObject, index) => {
    const last = index === attempts.length - 1;
    const verdict = last ? status : verdictOf(attempt["state"]);
    const own = asNumber(attempt["duration"]) ?? asNumber(attempt["wallClockDuration"]);
    return {
      status: verdict,
      startedAt: attempt["startedAt"] ?? attempt["wallClockStartedAt"],
      durationMs: own ?? (last && status !== "skipped" ? test["duration"] : null),
      errors: verdict === "failed" ? errorsOf(attempt, test, last) : [],
      attachments: [...ownPictures(attempt), ...(pictures[index] ?? [])],
    };
  });
}

function errorsOf(attempt: JsonObject, test: JsonObject, last: boolean): ErrorRecord[] {
  const own = mochaError(attempt["error"]);
  const visible = last ? mochaError(asText(test["displayError"]) ?? asText(test["error"])) : undefined;
  const error = own ?? visible;
  const unreported = { message: "This attempt failed; Cypress only reports the error of the last attempt" };
  return [error ?? (last ? {} : unreported)];
}

function ownPictures(attempt: JsonObject): AttachmentRecord[] {
  return objectsOf(attempt["screenshots"]).map((picture) => ({
    name: asString(picture["name"]),
    path: asString(picture["path"]) ?? asString(asObject(picture["file"])?.["path"]),
  }));
}
