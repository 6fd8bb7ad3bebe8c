import type { ResultGroup } from "@plumb/contract/runs/results.ts";

/** Number of results by outcome. */
export type Counts = Pick<ResultGroup, "total" | "passed" | "failed" | "errored" | "skipped" | "flaky">;

/** Counters of each rank. */
const countedAs: readonly (readonly Exclude<keyof Counts, "total">[])[] = [
  ["failed"],
  ["errored"],
  [],
  ["passed", "flaky"],
  ["skipped"],
  ["passed"],
];

export const rankCount = countedAs.length;

/** Returns an array with a counter for each rank. */
export function byRanks(): Int32Array {
  return new Int32Array(rankCount);
}

export function countsOf(byRank: Int32Array): Counts {
  const counts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
  for (const [rank, count] of byRank.entries()) {
    counts.total += count;
    for (const name of countedAs[rank] ?? []) counts[name] += count;
  }
  return counts;
}
