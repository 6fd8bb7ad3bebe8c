import type { Verdict } from "./test-record.ts";

const failure =
  /^(?:fail(?:ed|ures?|s)?|(?:\w{1,40}[ _-])?error(?:ed|s)?|exception|broken|fatal|crash(?:ed)?|panic(?:ked)?|abort(?:ed)?|killed|terminated|disconnected|incomplete|unsuccessful|timed?[ _-]?outs?|not[ _-]?ok|nok|ko)$/i;

/** Returns true for a word that means a failure in any tool. */
export function meansFailure(word: string): boolean {
  return word.length <= 60 && failure.test(word.trim());
}

/** Returns the status of a word that a format does not define: never passed, and an error if it means a failure. */
export function otherStatus(word: string): Verdict {
  return meansFailure(word) ? "error" : "skipped";
}
