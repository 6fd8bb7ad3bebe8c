import type { TestStatus } from "@plumb/contract/result-event.ts";

/** Rank of tests that have not finished. */
export const undecidedRank = 2;

/** Returns the position in the list. Flaky tests need attention, so they are listed between failed and passed ones. */
export function rankOf(result: { status: TestStatus; flaky: boolean }): number {
  if (result.status === "passed") return result.flaky ? 3 : 5;
  return { failed: 0, error: 1, announced: undecidedRank, running: undecidedRank, skipped: 4 }[result.status];
}

/** Limited to the range of the column. */
export function retriesOf({ retries }: { readonly retries: number }): number {
  return Math.min(retries, 32_767);
}

/** Limited to the range of the column. */
export function workerOf({ worker }: { readonly worker: number | null }): number | null {
  return worker === null ? null : Math.min(Math.max(worker, -1), 32_767);
}
