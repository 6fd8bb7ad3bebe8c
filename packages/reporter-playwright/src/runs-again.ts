import type { Suite, TestCase, TestResult } from "@playwright/test/reporter";

/**
 * Whether another attempt of a test may follow. A test that did not end as expected has its retries; in a group that runs
 * one after the other, all run again when one of them failed.
 */
export function mayRunAgain(test: TestCase, result: TestResult): boolean {
  if (result.status === "interrupted") return true;
  if (result.retry >= test.retries) return false;
  // A test after a failed `beforeAll` is skipped against its expectation, and its retry may run.
  return result.status !== test.expectedStatus || isSerial(test.parent);
}

/**
 * Playwright has no public property for this. If the internal one changes, such a test is decided by its first
 * success.
 */
function isSerial(suite: Suite | undefined): boolean {
  for (let around = suite; around !== undefined; around = around.parent)
    if ((around as { _parallelMode?: unknown })._parallelMode === "serial") return true;
  return false;
}
