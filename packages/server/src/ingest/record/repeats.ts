import { limits } from "@plumb/formats/limits.ts";
import type { AssembledTest } from "#ingest/record/assemble.ts";

/** A test that may reach the limit is several times in each batch: only those are counted on, not every test of the report. */
const oftenInBatch = 5;

/** Counts how often tests repeat in one report, and leaves out what is beyond the limit. */
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
    /** What was left out, as a sentence; null for nothing. */
    leftOut: (): string | null =>
      leftOut === 0
        ? null
        : `Only the first ${limits.executionsPerTest} executions of a repeated test are kept. ${leftOut} more were left out.`,
  };
}
