/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, ok: boolean, seconds: number, counts: Counts | null, note?: string,
 *   failures?: readonly string[] }} Step
 */

/**
 * What vitest's JSON report counts. Tests of a file that could not be loaded do not appear in it.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * What Playwright's JSON report counts. A flaky test passed in the end.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Counts}
 */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * Sums the tests of all steps. A step that failed without a failed test (it crashed, or is no test run) counts as one
 * failure, so that the sum never looks better than the steps.
 *
 * @param {readonly Step[]} steps
 * @returns {Counts}
 */
export function total(steps) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { ok, counts } of steps) {
    sum.passed += counts?.passed ?? 0;
    sum.failed += Math.max(counts?.failed ?? 0, ok ? 0 : 1);
    sum.skipped += counts?.skipped ?? 0;
  }
  return sum;
}

/**
 * The line a person reads last: `12 passed, 0 failed`, and the skipped ones if there are any.
 *
 * @param {Counts} counts
 */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * One line per step: name, verdict, time, tests.
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
