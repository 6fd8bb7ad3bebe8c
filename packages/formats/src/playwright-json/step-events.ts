import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asObject, asPositiveInteger, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { stepsInOrder } from "#json/steps-in-order.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { plausibleDurationMs } from "#text/duration.ts";

interface RawSteps {
  /** Id of the test within the stream, and index of the attempt. */
  readonly test: string;
  readonly attempt: number;
  readonly steps: unknown;
  /** Returns the path to report for a file. */
  readonly relative: (file: string) => string;
}

/**
 * Appends the tree of steps in document order. Blobs and live runs contain the locations and attachments of steps;
 * the JSON report does not.
 *
 * @returns Index of the step for each attachment of the attempt, by its position.
 */
export function stepEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  { test, attempt, steps, relative }: RawSteps,
): ReadonlyMap<number, number> {
  const attachedIn = new Map<number, number>();
  let index = 0;
  for (const { step, depth } of stepsInOrder(steps, repairs)) {
    const attached = step["attachments"];
    if (Array.isArray(attached)) for (const position of attached) attachedIn.set(Number(position), index);
    index += 1;
    const location = asObject(step["location"]);
    const file = asString(location?.["file"]);
    const line = asPositiveInteger(location?.["line"]);
    const error = asObject(step["error"]);
    const message =
      error === undefined ? undefined : (asString(error["message"]) ?? asString(error["value"]) ?? "Failed");
    events.push({
      kind: "step",
      test,
      attempt,
      title: cleanTitle(titleOf(step), limits.title),
      depth,
      status: error === undefined ? (isSkipped(step) ? "skipped" : "passed") : "failed",
      durationMs: plausibleDurationMs(step["duration"]),
      category: asString(step["category"]) ?? "test.step",
      error: message === undefined ? undefined : stripAnsi(cleanText(message, limits.message)),
      file: file === undefined ? undefined : cleanTitle(relative(file), limits.title),
      line: file === undefined ? undefined : line,
    });
  }
  return attachedIn;
}

/** Returns true for `test.step.skip` (since 1.51). Only live runs and blobs have annotations of steps. */
function isSkipped(step: JsonObject): boolean {
  return objectsOf(step["annotations"]).some(({ type }) => type === "skip");
}

/**
 * In newer versions the subject of a call, a locator or an address, is separate from its title: `Click` and `#pay`.
 * Formats them like Playwright.
 */
function titleOf(step: JsonObject): string {
  const title = asString(step["title"]) ?? "";
  const subtitle = asString(step["subtitle"]) ?? "";
  return subtitle === "" ? title : `${title} ${subtitle}`;
}
