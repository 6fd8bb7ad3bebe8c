import { z } from "zod";

const count = z.number().int().nonnegative();

/** Tests of a run by how they ended. */
export const testCounts = {
  total: count,
  /** Includes flaky. */
  passed: count,
  failed: count,
  errored: count,
  skipped: count,
  /** Passed in the end after a failed attempt; part of `passed`. */
  flaky: count,
};
