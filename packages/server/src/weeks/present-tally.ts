import { minuteMs } from "@plumb/contract/durations.ts";
import { type Tally, testsThatCount } from "@plumb/analysis/trends/run-tally.ts";
import { rate } from "@plumb/contract/figures.ts";
import type { TrendMetrics } from "@plumb/contract/trends/trends.ts";

export function presentTally(tally: Tally): TrendMetrics {
  const { runs, green, failed, interrupted, durations } = tally;
  const full = testsThatCount(tally);
  return {
    total_runs: runs,
    passed_runs: green,
    failed_runs: failed + interrupted,
    interrupted_runs: interrupted,
    flaky_runs: tally.flakyRuns,
    deleted_runs: tally.deleted,
    avg_duration_minutes: inMinutes(durations?.mean),
    p50_duration_minutes: inMinutes(durations?.p50),
    p90_duration_minutes: inMinutes(durations?.p90),
    p95_duration_minutes: inMinutes(durations?.p95),
    total_tests: tally.tests,
    passed_tests: tally.passed,
    failed_tests: tally.failedTests,
    first_passed_tests: tally.firstPassed,
    flaky_tests: tally.flakyTests,
    quarantined_failures: tally.quarantined,
    left_out_failures: tally.leftOut,
    pass_rate: rate(tally.passed, full),
    first_attempt_pass_rate: rate(tally.firstPassed, full),
    green_rate: rate(green, runs),
    flaky_minutes: inMinutes(tally.flakyUs / 1000) ?? 0,
  };
}

/** Rounded to four decimals, so that a run of a few milliseconds is not 0. */
function inMinutes(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.round((milliseconds / minuteMs) * 10_000) / 10_000;
}
