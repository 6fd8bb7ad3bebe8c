import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString } from "#json/json-value.ts";
import { stepsInOrder } from "#json/steps-in-order.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { durationBetween } from "#text/loose-timestamp.ts";
import { attachmentEvents } from "./attachment-events.ts";
import { statusOf } from "./outcome.ts";
import { parameterText } from "./parameters.ts";

export interface AttemptOf {
  /** Id of the test within the stream, and index of the attempt. */
  readonly test: string;
  readonly attempt: number;
  /** Number of steps in the attempt so far. */
  steps: number;
}

/** Appends a tree of steps in document order, with their attachments. */
export function stepEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  of: AttemptOf,
  steps: unknown,
  category: "test.step" | "fixture",
): void {
  const { test, attempt } = of;
  for (const { step, depth } of stepsInOrder(steps, repairs)) {
    const status = statusOf(step);
    const failed = status === "failed" || status === "error";
    const message = asString(asObject(step["statusDetails"])?.["message"]) ?? "Failed";
    events.push({
      kind: "step",
      test,
      attempt,
      title: cleanTitle(`${asString(step["name"]) ?? ""}${parameterText(step["parameters"])}`, limits.title),
      depth,
      // A step without a status ended together with its test.
      status: failed ? "failed" : step["status"] === undefined ? "passed" : status === "passed" ? "passed" : "skipped",
      durationMs: durationBetween(step["start"], step["stop"]),
      category: depth === 0 ? category : "test.step",
      ...(failed ? { error: stripAnsi(cleanText(message, limits.message)) } : {}),
    });
    attachmentEvents(events, repairs, { test, attempt, step: of.steps }, step["attachments"]);
    of.steps += 1;
  }
}
