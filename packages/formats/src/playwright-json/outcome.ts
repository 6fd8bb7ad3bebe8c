import { asString, type JsonObject } from "#json/json-value.ts";

export type Outcome = "expected" | "unexpected" | "flaky" | "skipped";

/** Returns the outcome in the report, or computes it from the results in the same way as Playwright. */
export function outcomeOf(test: JsonObject, results: readonly JsonObject[]): Outcome {
  const stated = test["status"];
  // Playwright reports a test that failed and skipped itself in the retry as flaky, although it never passed.
  if (stated === "flaky" && results.length > 0 && results.every((result) => !hasPassed(test, result))) return "skipped";
  if (stated === "expected" || stated === "unexpected" || stated === "flaky" || stated === "skipped") return stated;
  const expectedStatus = asString(test["expectedStatus"]) ?? "passed";
  let skipped = 0;
  let expected = 0;
  let unexpected = 0;
  for (const result of results) {
    const status = asString(result["status"]);
    if (status === undefined || status === "interrupted") continue;
    if (status === "skipped") {
      if (expectedStatus === "skipped") skipped++;
    } else if (status === expectedStatus) expected++;
    else unexpected++;
  }
  if (expected === 0 && unexpected === 0) return "skipped";
  if (unexpected === 0) return "expected";
  if (expected > 0) return "flaky";
  return skipped === 0 ? "unexpected" : "skipped";
}

function hasPassed(test: JsonObject, { status }: JsonObject): boolean {
  return status !== "skipped" && status === (asString(test["expectedStatus"]) ?? "passed");
}
