import { z } from "zod";

const count = z.number().int().nonnegative();

/** Test counts of a run by outcome. */
export const testCounts = {
  total: count,
  /** Includes flaky tests. */
  passed: count,
  failed: count,
  errored: count,
  skipped: count,
  /** Tests that passed after a failed attempt; included in `passed`. */
  flaky: count,
};
