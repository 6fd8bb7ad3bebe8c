import type { ComparedTest, ComparisonCounts } from "@plumb/contract/runs/compare.ts";

export const sampleCounts: ComparisonCounts = {
  newFailure: 3,
  backAgain: 1,
  stillFailing: 4,
  fixed: 2,
  newlyFlaky: 1,
  changedCause: 1,
  slower: 12,
  added: 1204,
  removed: 0,
  changed: 1226,
};

/** Returns a test that newly fails, with the given changes, for stories. */
export function sampleComparedTest(change: Partial<ComparedTest> = {}): ComparedTest {
  return {
    testId: 1,
    file: "tests/checkout/card.spec.ts",
    titlePath: ["checkout", "pays by card"],
    variant: "chromium",
    occurrence: 1,
    base: { resultId: 11, status: "passed", flaky: false, duration: 1200, errorLine: null },
    head: {
      resultId: 21,
      status: "failed",
      flaky: false,
      duration: 30_000,
      errorLine: "Error: no answer from the bank",
    },
    kinds: ["newFailure"],
    ...change,
  };
}
