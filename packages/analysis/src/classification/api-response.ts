import { readError } from "#errors/read-error.ts";
import { lastResponseIn } from "#errors/recorded-state.ts";
import type { ClassifiedFailure } from "./classify.ts";
import { factsOf } from "./rule.ts";
import { testTool } from "./test-tool.ts";

/**
 * Returns the last response in the outputs of a test that calls an API; `null` if there is none, or if it is another kind of test.
 *
 * @param outputs The first one with a response counts.
 */
export function apiResponse(failure: ClassifiedFailure, outputs: readonly string[]): string | null {
  for (const output of outputs) {
    const response = lastResponseIn(output);
    if (response !== null) return isApiTest(failure) ? response : null;
  }
  return null;
}

function isApiTest(failure: ClassifiedFailure): boolean {
  return factsOf(readError(failure), testTool(failure), failure.title ?? "").kind === "api";
}
