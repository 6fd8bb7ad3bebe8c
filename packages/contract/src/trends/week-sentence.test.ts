import { expect, test } from "vitest";
import type { TrendMetrics } from "./trends.ts";
import { weekSentence } from "./week-sentence.ts";

const metrics = (passRate: number | null, flakyMinutes = 0): TrendMetrics => ({
  total_runs: passRate === null ? 0 : 10,
  passed_runs: 0,
  failed_runs: 0,
  interrupted_runs: 0,
  flaky_runs: 0,
  deleted_runs: 0,
  avg_duration_minutes: null,
  p50_duration_minutes: null,
  p90_duration_minutes: null,
  p95_duration_minutes: null,
  total_tests: 0,
  passed_tests: 0,
  failed_tests: 0,
  first_passed_tests: 0,
  flaky_tests: 0,
  quarantined_failures: 0,
  left_out_failures: 0,
  pass_rate: passRate,
  first_attempt_pass_rate: null,
  green_rate: null,
  flaky_minutes: flakyMinutes,
});

function week(now: TrendMetrics, then: TrendMetrics, counts: Partial<Record<string, number>> = {}, soFar = false) {
  const list = { rows: [], total: 0 };
  const { fresh = 0, returned = 0, resolved = 0, worse = 0, better = 0, overdue = 0 } = counts;
  return weekSentence({
    figures: now,
    previous: then,
    soFar,
    worse: {
      tests: { ...list, total: worse, broken: 0, flaky: 0, failing: 0 },
      causes: { ...list, total: fresh + returned, new: fresh, returned },
    },
    better: {
      tests: { ...list, total: better, fixed: 0, eased: 0, stable: 0, released: 0 },
      causes: { ...list, total: resolved },
    },
    standing: { items: { overdue } },
  });
}

test("names the pass rate, retries and what changed, with an opposite trend", () => {
  expect(week(metrics(96.9, 7.25), metrics(96, 1.5), { fresh: 1, resolved: 1, overdue: 3 })).toEqual({
    verdict: "Slightly better",
    tone: "good",
    text: "96.9% passed (+0.9 points), but retries cost 7m 15s (5m 45s more). 1 new cause, 1 cause resolved, 3 items overdue.",
  });
});

test.for([
  [
    "worse in both",
    metrics(90, 3),
    metrics(95, 1),
    "Worse",
    "90.0% passed (−5.0 points), and retries cost 3m 00s (2m 00s more).",
  ],
  ["one point", metrics(96), metrics(95), "Better", "96.0% passed (+1.0 point)."],
  ["unchanged", metrics(95), metrics(95), "Unchanged", "95.0% passed."],
  [
    "retries ended",
    metrics(95.5),
    metrics(95, 2),
    "Slightly better",
    "95.5% passed (+0.5 points), and no time lost to retries (2m 00s less).",
  ],
  ["nothing before", metrics(95, 1), metrics(null), null, "95.0% passed, and retries cost 1m 00s."],
  ["nothing ran", metrics(null), metrics(95), null, "No tests ran this week."],
] as const)("%s", ([, now, then, verdict, text]) => {
  expect(week(now, then)).toMatchObject({ verdict, text });
});

test("a week without tests so far is not called empty", () => {
  expect(week(metrics(null), metrics(95), {}, true).text).toBe("No tests have run this week so far.");
});

test("counts tests and causes in words", () => {
  expect(week(metrics(95), metrics(95), { returned: 2, worse: 1, better: 4 }).text).toBe(
    "95.0% passed. 2 causes came back, 1 test worse, 4 tests better.",
  );
});
