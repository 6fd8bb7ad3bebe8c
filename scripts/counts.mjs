/**
 * `passed` includes flaky tests, because they passed when they were retried.
 *
 * @typedef {{ passed: number, failed: number, flaky: number, skipped: number }} Counts
 * @typedef {{ failed: readonly string[], flaky: readonly string[] }} Findings
 * @typedef {{ name: string, ok: boolean, seconds: number, counts: Counts | null, note?: string,
 * findings?: Findings }} Step
 * @typedef {{ fullName: string, status: string, failureMessages: readonly string[] }} VitestTest
 */

/**
 * Returns the counts of vitest's JSON report. Excludes tests of files that could not be loaded.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: readonly { assertionResults: readonly VitestTest[] }[] }} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    flaky: report.testResults.flatMap(({ assertionResults }) => assertionResults).filter(isFlaky).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Returns true if a test passed after an attempt that failed: vitest's report keeps the messages of that attempt.
 *
 * @param {VitestTest} test
 */
export function isFlaky({ status, failureMessages }) {
  return status === "passed" && failureMessages.length > 0;
}

/**
 * Returns the counts of Playwright's JSON report.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Counts}
 */
export function playwrightCounts({ stats }) {
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected, flaky, skipped };
}

/**
 * Sums the tests of all steps. A failed step without a failed test (such as a crash or a check) counts as one failure, so that the total never hides
 * a failed step.
 *
 * @param {readonly Step[]} steps
 * @returns {Counts}
 */
export function total(steps) {
  const sum = { passed: 0, failed: 0, flaky: 0, skipped: 0 };
  for (const { ok, counts } of steps) {
    sum.passed += counts?.passed ?? 0;
    sum.failed += Math.max(counts?.failed ?? 0, ok ? 0 : 1);
    sum.flaky += counts?.flaky ?? 0;
    sum.skipped += counts?.skipped ?? 0;
  }
  return sum;
}

/**
 * Returns the summary line: `12 passed, 0 failed`, with flaky and skipped tests if there are any.
 *
 * @param {Counts} counts
 */
export function lastLine({ passed, failed, flaky, skipped }) {
  const parts = [`${passed} passed`, `${failed} failed`];
  if (flaky > 0) parts.push(`${flaky} flaky`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return parts.join(", ");
}

/**
 * Returns one line per step with name, outcome, time and tests.
 *
 * @param {readonly Step[]} steps
 */
export function table(steps) {
  const width = Math.max(...steps.map(({ name }) => name.length));
  return steps.map(({ name, ok, seconds, counts, note }) => {
    const cells = [name.padEnd(width), ok ? "ok    " : "FAILED", `${seconds.toFixed(1).padStart(6)} s`];
    if (counts) cells.push(lastLine(counts));
    if (note) cells.push(note);
    return `  ${cells.join("  ")}`;
  });
}
