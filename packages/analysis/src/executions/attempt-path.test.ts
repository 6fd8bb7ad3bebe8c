import { expect, test } from "vitest";
import { areRepetitions, attemptPath, laterAttempt } from "./attempt-path.ts";

test.for([
  ["out/junit.xml", "out/junit.xml", 0],
  ["out/retry-2/junit.xml", "out/junit.xml", 2],
  ["rerun/output.xml", "output.xml", 1],
  ["run/output.xml", "output.xml", 0],
  ["report-rerun.xml", "report.xml", 1],
  ["junit.retry-2.xml", "junit.xml", 2],
  ["Pixel-28-rerun_1/test_result_1.xml", "Pixel-28/test_result_1.xml", 1],
  ["TestResults/Retries/k3Zp1/2/a.trx", "TestResults/a.trx", 2],
  ["t/test_attempts/attempt_1.xml", "t/test.xml", -999_999],
  ["payment-retry/junit.xml", "payment-retry/junit.xml", 0],
  ["junit-retry.xml", "junit-retry.xml", 0],
  ["run_1_of_3/test.xml", "run_1_of_3/test.xml", 0],
  ["2/junit.xml", "2/junit.xml", 0],
] as const)("%s is attempt %s %d", ([path, report, attempt]) => {
  expect(attemptPath(path)).toEqual({ report, attempt });
});

test.for([
  ["out/junit.xml", "out/retry-1/junit.xml", "b"],
  ["out/retry-2/junit.xml", "out/retry-1/junit.xml", "a"],
  ["TestResults/me_ci_2026-11-02_09_00_00.trx", "TestResults/Retries/k3Zp1/1/me_ci_2026-11-02_09_00_04.trx", "b"],
  ["TestResults/Orders.trx", "TestResults/Retries/k3Zp1/1/Stock.trx", null],
  ["junit-1.xml", "retry-1/junit-2.xml", null],
  ["junit-1.xml", "junit-2.xml", null],
] as const)("of %s and %s, %s is the later attempt", ([a, b, later]) => {
  expect(laterAttempt(a, b)).toBe(later);
});

test("only different numbers of one kind are repetitions", () => {
  expect(areRepetitions("run_1_of_3/test.xml", "run_2_of_3/test.xml")).toBe(true);
  expect(areRepetitions("run_1_of_3/test.xml", "run_1_of_3/test.xml")).toBe(false);
  expect(areRepetitions("run_1_of_3/test.xml", "test.xml")).toBe(false);
});
