import { rate } from "@plumb/contract/figures.ts";
import type { DashboardDay, ReportTotals } from "@plumb/contract/projects/dashboard.ts";
import type { DayTotals, Totals } from "#store/runs/run-totals.ts";

/** Number of days of the recent totals, up to today (UTC). */
export const periodDays = 30;

export function presentDay({ day, runs, total, passed, durationMs, timedRuns }: DayTotals): DashboardDay {
  const avgDuration = timedRuns === 0 ? null : Math.round(durationMs / timedRuns);
  return { day, reports: runs, tests: total, passRate: rate(passed, total), avgDuration };
}

/** @param inIncidents Failures that are excluded from the rates because of an incident. */
export function presentTotals(totals: Totals, inIncidents: number): ReportTotals {
  const leftOut = inIncidents + totals.quarantined;
  const { runs, total, passed, failed, errored, skipped, flaky, firstPassed, durationMs, timedRuns } = totals;
  const ran = passed + failed + errored - leftOut;
  return {
    totalReports: runs,
    totalTests: total,
    passed,
    failed,
    errored,
    skipped,
    flaky,
    firstPassed,
    leftOut,
    passRate: rate(passed, total, 0),
    ranPassRate: rate(passed, ran),
    firstAttemptPassRate: rate(firstPassed, ran),
    totalDuration: durationMs,
    avgDuration: runs === 0 ? null : Math.round(durationMs / runs),
    timedReports: timedRuns,
  };
}
