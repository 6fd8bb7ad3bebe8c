import type { DashboardDay, ReportTotals } from "@plumb/contract/projects/dashboard.ts";
import { formatCount } from "./format.ts";

/** Totals of the last 30 days, and the days with ended reports, oldest first. */
export interface RecentTotals {
  readonly current: Pick<ReportTotals, "avgDuration" | "passRate" | "timedReports" | "totalReports" | "totalTests">;
  readonly days: readonly DashboardDay[];
}

export type RecentMetric = "duration" | "passRate" | "reports" | "tests";

interface MetricDeclaration {
  readonly label: string;
  readonly ofDay: (day: DashboardDay) => number | null;
  /** `null` without a value. */
  readonly ofTotals: (totals: RecentTotals["current"]) => number | null;
  readonly format: (value: number) => string;
}

const metrics: Readonly<Record<RecentMetric, MetricDeclaration>> = {
  reports: {
    label: "Test Reports",
    ofDay: ({ reports }) => reports,
    ofTotals: ({ totalReports }) => totalReports,
    format: formatCount,
  },
  tests: {
    label: "Total Tests Executed",
    ofDay: ({ tests }) => tests,
    ofTotals: ({ totalTests }) => totalTests,
    format: formatCount,
  },
  passRate: {
    label: "Pass Rate",
    ofDay: ({ passRate }) => passRate,
    ofTotals: ({ passRate }) => passRate,
    format: (value) => `${value}%`,
  },
  duration: {
    label: "Avg Duration",
    ofDay: ({ avgDuration }) => avgDuration,
    ofTotals: averageDuration,
    format: formatAverage,
  },
};

/** Values by day, oldest first, and as text. */
export interface Spark {
  readonly values: readonly number[];
  readonly label: string;
}

export interface PresentMetric {
  readonly label: string;
  /** Value of the last 30 days; `null` without a value. */
  readonly recent: string | null;
  readonly spark: Spark;
}

/** Returns a metric of a project as text. The dashboard, the list of projects and boards show the same. */
export function recentMetric(metric: RecentMetric, { current, days }: RecentTotals): PresentMetric {
  const { label, ofDay, ofTotals, format } = metrics[metric];
  const value = current.totalReports === 0 ? null : ofTotals(current);
  const values = days.flatMap((day) => ofDay(day) ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return {
    label,
    recent: value === null ? null : format(value),
    spark: {
      values,
      label: `By day, 30 days: ${format(least)} to ${format(most)}, ${format(values.at(-1) ?? 0)} on the last day`,
    },
  };
}

/** In milliseconds; `null` if no report has a duration, because this is not zero. */
export function averageDuration({
  avgDuration,
  timedReports,
}: Pick<ReportTotals, "avgDuration" | "timedReports">): number | null {
  return timedReports === 0 ? null : avgDuration;
}

/** Formats milliseconds as seconds, with two decimals below ten and without decimals otherwise. */
export function formatAverage(durationMs: number): string {
  return durationMs >= 10_000
    ? `${formatCount(Math.round(durationMs / 1000))} s`
    : `${(durationMs / 1000).toFixed(2)} s`;
}
