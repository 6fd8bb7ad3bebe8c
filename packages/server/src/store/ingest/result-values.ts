import type { TestStatus } from "@plumb/contract/result-event.ts";

/** The rank of what is not decided yet. */
export const undecidedRank = 2;

/** Order of the list. Flaky tests need attention, so they are between failed and passed ones. */
export function rankOf(result: { status: TestStatus; flaky: boolean }): number {
  if (result.status === "passed") return result.flaky ? 3 : 5;
  return { failed: 0, error: 1, announced: undecidedRank, running: undecidedRank, skipped: 4 }[result.status];
}

/** As far as its column goes. */
export function retriesOf({ retries }: { readonly retries: number }): number {
  return Math.min(retries, 32_767);
}

/** As far as its column goes. */
export function workerOf({ worker }: { readonly worker: number | null }): number | null {
  return worker === null ? null : Math.min(Math.max(worker, -1), 32_767);
}
