import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString } from "#json/json-value.ts";
import { stepsInOrder } from "#json/steps-in-order.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { plausibleDurationMs } from "#text/duration.ts";

/** Appends the tree of steps in document order. */
export function stepEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  test: string,
  attempt: number,
  steps: unknown,
): void {
  for (const { step, depth } of stepsInOrder(steps, repairs)) {
    const error = asObject(step["error"]);
    const message =
      error === undefined ? undefined : (asString(error["message"]) ?? asString(error["value"]) ?? "Failed");
    events.push({
      kind: "step",
      test,
      attempt,
      title: cleanTitle(asString(step["title"]) ?? "", limits.title),
      depth,
      status: error === undefined ? "passed" : "failed",
      durationMs: plausibleDurationMs(step["duration"]),
      category: asString(step["category"]) ?? "test.step",
      ...(message === undefined ? {} : { error: stripAnsi(cleanText(message, limits.message)) }),
    });
  }
}
