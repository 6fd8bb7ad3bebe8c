import type { Dashboard, ReportTotals } from "@plumb/contract/projects/dashboard.ts";
import { linkOptions, type LinkProps } from "@tanstack/react-router";
import { counted, formatCount, formatRate, rate } from "#lib/format/format.ts";
import {
  averageDuration,
  formatAverage,
  type RecentMetric,
  recentMetric,
  type Spark,
} from "#lib/format/recent-metrics.ts";

export interface Stat {
  readonly metric: RecentMetric;
  readonly label: string;
  readonly value: string;
  readonly formula: string;
  readonly link: LinkProps;
  /** Value for the last 30 days; `null` if there is none. */
  readonly recent: { readonly text: string; readonly formula: string } | null;
  /** Change from the previous 30 days; `null` if there is no value for those. */
  readonly change: { readonly text: string; readonly good: "better" | "worse" | "neutral" } | null;
  readonly note: string | null;
  /** Values of the last 30 days with reports, oldest first. */
  readonly spark: Spark;
}

const days = "up to today (UTC)";

export type StatsInput = Pick<Dashboard, "current" | "days" | "previous" | "totals">;

/** Returns the texts of the cards. */
export function statsOf({ totals, current, previous, days: byDay }: StatsInput): Stat[] {
  const of = (metric: RecentMetric) => ({ metric, ...recentMetric(metric, { current, days: byDay }) });
  const [reports, tests, passRate, duration] = [of("reports"), of("tests"), of("passRate"), of("duration")];
  const some = current.totalReports > 0;
  const before = some && previous.totalReports > 0;
  return [
    {
      ...reports,
      value: formatCount(totals.totalReports),
      formula: "All reports of this project, including running ones",
      link: linkOptions({ to: "/reports" }),
      recent: recent(
        reports,
        `Reports from the 30 days ${days}; ${formatCount(previous.totalReports)} in the previous 30 days`,
      ),
      change: before ? neutral(signed(current.totalReports - previous.totalReports, formatCount)) : null,
      note: null,
    },
    {
      ...tests,
      value: formatCount(totals.totalTests),
      formula: "Total test results across all reports",
      link: linkOptions({ to: "/reports" }),
      recent: recent(
        tests,
        `Tests from the 30 days ${days}; ${formatCount(previous.totalTests)} in the previous 30 days`,
      ),
      change:
        before && previous.totalTests > 0
          ? neutral(signed(100 * (current.totalTests / previous.totalTests - 1), (by) => `${by.toFixed(1)}%`))
          : null,
      note: null,
    },
    {
      ...passRate,
      value: totals.passRate === null ? "–" : `${totals.passRate}%`,
      formula: rateFormula(totals),
      link: linkOptions({ to: "/reports", search: { sortBy: "passRate", sortOrder: "asc" } }),
      recent: recent(passRate, `The 30 days ${days}: ${rateFormula(current)}`),
      change: changeOf(current.passRate, previous.passRate, (by) => `${by} pt`, "more"),
      note: rateNote(totals),
    },
    {
      ...duration,
      value: seconds(averageDuration(totals)),
      formula: durationFormula(totals),
      link: linkOptions({ to: "/reports", search: { sortBy: "duration", sortOrder: "desc" } }),
      recent: recent(duration, `The 30 days ${days}: ${durationFormula(current)}`),
      change: changeOf(averageDuration(current), averageDuration(previous), seconds, "less"),
      note: null,
    },
  ];
}

function recent(metric: { readonly recent: string | null }, formula: string): Stat["recent"] {
  return metric.recent === null ? null : { text: `${metric.recent} in 30 days`, formula };
}

/** Explains that the card divides by all tests, whereas other screens divide by the tests that ran. */
function rateNote({ ranPassRate, leftOut }: ReportTotals): string | null {
  if (ranPassRate === null) return null;
  return `${formatRate(ranPassRate)} of tests run${leftOut === 0 ? "" : `, excluding ${counted(leftOut, "failure")}`}`;
}

function rateFormula({ passed, failed, errored, totalTests, firstPassed, leftOut }: ReportTotals): string {
  if (totalTests === 0) return "Passed tests as a share of all tests, including skipped ones";
  const exact = formatRate(rate(passed, totalTests));
  const ran = passed + failed + errored - leftOut;
  const without = leftOut === 0 ? "" : `, excluding ${counted(leftOut, "failure")} (incidents and quarantine)`;
  return `${formatCount(passed)} passed of ${formatCount(totalTests)} tests = ${exact}; ${formatCount(firstPassed)} on the first attempt. Skipped tests are included here. Of the ${formatCount(ran)} tests that ran${without}, ${formatRate(rate(passed, ran))} passed, as shown in reports and trends.`;
}

function durationFormula({ totalDuration, totalReports, timedReports }: ReportTotals): string {
  if (totalReports === 0) return "Total duration divided by the number of reports";
  const untimed = totalReports - timedReports;
  const unknown = untimed === 0 ? "" : `; ${formatCount(untimed)} without a duration`;
  return `${seconds(totalDuration)} over ${counted(totalReports, "report")}${unknown}`;
}

function seconds(durationMs: number | null): string {
  return durationMs === null ? "–" : formatAverage(durationMs);
}

function changeOf(
  now: number | null,
  before: number | null,
  format: (by: number) => string,
  good: "more" | "less",
): Stat["change"] {
  if (now === null || before === null) return null;
  const by = now - before;
  if (by === 0) return neutral(signed(0, format));
  return { text: signed(by, format), good: by > 0 === (good === "more") ? "better" : "worse" };
}

function neutral(text: string): Stat["change"] {
  return { text, good: "neutral" };
}

function signed(by: number, format: (by: number) => string): string {
  return by === 0 ? "±0" : `${by > 0 ? "+" : "−"}${format(Math.abs(by))}`;
}
