import { limits } from "@plumb/formats/limits.ts";
import type { AssembledTest } from "./assemble.ts";

/** A test that may reach the limit occurs several times per batch. Only the counts of such tests are kept for later batches. */
const oftenInBatch = 5;

/** Counts the repetitions of tests in one report and excludes those above the limit. */
export function createRepeats() {
  const inBatch = new Map<string, number>();
  const before = new Map<string, number>();
  let leftOut = 0;
  return {
    isTooMany({ result: { key } }: AssembledTest): boolean {
      const here = (inBatch.get(key) ?? 0) + 1;
      if (here + (before.get(key) ?? 0) > limits.executionsPerTest) {
        leftOut += 1;
        return true;
      }
      inBatch.set(key, here);
      return false;
    },
    nextBatch(): void {
      for (const [key, here] of inBatch) if (here >= oftenInBatch) before.set(key, (before.get(key) ?? 0) + here);
      inBatch.clear();
    },
    /** Returns a sentence about excluded repetitions; `null` if there are none. */
    leftOut: (): string | null =>
      leftOut === 0
        ? null
        : `Only the first ${limits.executionsPerTest} executions of a repeated test are kept. ${leftOut} more were left out.`,
  };
}
