import type { Suite, TestCase, TestResult } from "@playwright/test/reporter";

/**
 * Returns true if another attempt of a test may follow. A test with an unexpected outcome uses its retries. In a serial group, all tests run again if
 * one of them failed.
 */
export function mayRetry(test: TestCase, result: TestResult): boolean {
  if (result.status === "interrupted") return true;
  if (result.retry >= test.retries) return false;
  // After a failed `beforeAll`, a test is skipped although it was expected to run, and may be retried.
  return result.status !== test.expectedStatus || isSerial(test.parent);
}

/** Playwright has no public property for this. If the internal property changes, the first success of such a test is final. */
function isSerial(suite: Suite | undefined): boolean {
  for (let ancestor = suite; ancestor !== undefined; ancestor = ancestor.parent)
    if ((ancestor as { _parallelMode?: unknown })._parallelMode === "serial") return true;
  return false;
}
