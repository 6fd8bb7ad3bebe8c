import { expect, test } from "vitest";
import { otherStatus } from "./other-status.ts";

test.for([
  ["timedOut", "error"],
  ["Timed out", "error"],
  ["time_out", "error"],
  ["TIMEOUT", "error"],
  ["KILLED", "error"],
  ["crash", "error"],
  ["assertion error", "error"],
  ["hook_error", "error"],
  ["not ok", "error"],
  ["KO", "error"],
  ["failures", "error"],
  ["terrors", "skipped"],
  ["failover", "skipped"],
  ["deferred", "skipped"],
  ["", "skipped"],
] as const)("the unknown status %j counts as %s", ([word, status]) => {
  expect(otherStatus(word)).toBe(status);
});
