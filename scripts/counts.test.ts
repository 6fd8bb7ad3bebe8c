import { expect, test } from "vitest";
import { lastLine, playwrightCounts, table, total, vitestCounts } from "./counts.mjs";

const step = { name: "lint", ok: true, seconds: 1.25, counts: null };

test("a step that crashed counts as one failure", () => {
  expect(total([step, { ...step, ok: false }])).toEqual({ passed: 0, failed: 1, flaky: 0, skipped: 0 });
});

test("counts failed tests, and not their step in addition", () => {
  const failed = { ...step, ok: false, counts: { passed: 5, failed: 3, flaky: 2, skipped: 1 } };
  expect(total([failed, failed])).toEqual({ passed: 10, failed: 6, flaky: 4, skipped: 2 });
});

test("a run that failed although every test passed counts as one failure", () => {
  expect(total([{ ...step, ok: false, counts: { passed: 5, failed: 0, flaky: 0, skipped: 0 } }])).toMatchObject({
    failed: 1,
  });
});

const report = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };

test("todo tests count as skipped", () => {
  expect(vitestCounts({ ...report, testResults: [] })).toEqual({ passed: 4, failed: 1, flaky: 0, skipped: 3 });
});

test("a flaky Vitest test counts as passed, and as flaky", () => {
  const retried = { fullName: "sum adds", status: "passed", failureMessages: ["3 is not 2"] };
  const failed = { ...retried, status: "failed" };
  const testResults = [{ assertionResults: [retried, failed, { ...retried, failureMessages: [] }] }];
  expect(vitestCounts({ ...report, testResults })).toMatchObject({ passed: 4, failed: 1, flaky: 1 });
});

test("a flaky browser test counts as passed, and as flaky", () => {
  const report = { stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 } };
  expect(playwrightCounts(report)).toEqual({ passed: 4, failed: 0, flaky: 1, skipped: 0 });
});

test("the last line names flaky and skipped tests only if there are any", () => {
  expect(lastLine({ passed: 12, failed: 0, flaky: 0, skipped: 0 })).toBe("12 passed, 0 failed");
  expect(lastLine({ passed: 12, failed: 1, flaky: 3, skipped: 2 })).toBe("12 passed, 1 failed, 3 flaky, 2 skipped");
});

test("the table has a line per step with verdict, time, counts and note", () => {
  const lines = table([step, { ...step, name: "unit tests", ok: false, counts: null, note: "it wrote no result" }]);
  expect(lines).toEqual(["  lint        ok         1.3 s", "  unit tests  FAILED     1.3 s  it wrote no result"]);
});
