import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import { cleanText } from "#text/clean-text.ts";

/** Returns an event for output outside the tests, or none for blank text. The recorder limits the total output of a run. */
export function runOutput(stream: "stdout" | "stderr", text: string): ResultEvent[] {
  return text.trim() === "" ? [] : [{ kind: "stdout", stream, text: cleanText(text, limits.runOutput) }];
}
