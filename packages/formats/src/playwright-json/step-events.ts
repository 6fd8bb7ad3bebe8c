import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { plausibleDurationMs } from "#text/duration.ts";

/** Appends the tree of steps in document order. Iterative: a hostile report may nest them without end. */
export function stepEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  test: string,
  attempt: number,
  steps: unknown,
): void {
  const waiting: { step: JsonObject; depth: number }[] = [];
  const push = (list: unknown, depth: number) => {
    for (const step of objectsOf(list).toReversed()) waiting.push({ step, depth });
  };
  push(steps, 0);
  for (let count = 0, next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { step, depth } = next;
    if (++count > limits.stepsPerAttempt || depth > limits.stepDepth) {
      repairs.add(
        `A test has more steps than are kept (${limits.stepsPerAttempt}, nested to ${limits.stepDepth} levels)`,
      );
      if (count > limits.stepsPerAttempt) return;
      continue;
    }
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
    push(step["steps"], depth + 1);
  }
}
