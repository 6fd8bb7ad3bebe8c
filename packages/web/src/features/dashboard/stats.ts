import type { Dashboard, DashboardDay, ReportTotals } from "@plumb/contract/projects/dashboard.ts";
import { linkOptions, type LinkProps } from "@tanstack/react-router";
import { counted, formatCount, formatRate, rate } from "#lib/format/format.ts";

export interface Stat {
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
  readonly spark: { readonly values: readonly number[]; readonly label: string };
}

const days = "up to today (UTC)";

export type StatsInput = Pick<Dashboard, "current" | "days" | "previous" | "totals">;

/** Returns the texts of the cards. */
export function statsOf({ totals, current, previous, days: byDay }: StatsInput): Stat[] {
  const some = current.totalReports > 0;
  const before = some && previous.totalReports > 0;
  return [
    {
      label: "Test Reports",
      value: formatCount(totals.totalReports),
      formula: "All reports of this project, including running ones",
      link: linkOptions({ to: "/reports" }),
      recent: some
        ? {
            text: `${formatCount(current.totalReports)} in 30 days`,
            formula: `Reports from the 30 days ${days}; ${formatCount(previous.totalReports)} in the previous 30 days`,
          }
        : null,
      change: before ? neutral(signed(current.totalReports - previous.totalReports, formatCount)) : null,
      note: null,
      spark: sparkOf(byDay, ({ reports }) => reports, formatCount),
    },
    {
      label: "Total Tests Executed",
      value: formatCount(totals.totalTests),
      formula: "Total test results across all reports",
      link: linkOptions({ to: "/reports" }),
      recent: some
        ? {
            text: `${formatCount(current.totalTests)} in 30 days`,
            formula: `Tests from the 30 days ${days}; ${formatCount(previous.totalTests)} in the previous 30 days`,
          }
        : null,
      change:
        before && previous.totalTests > 0
          ? neutral(signed(100 * (current.totalTests / previous.totalTests - 1), (by) => `${by.toFixed(1)}%`))
          : null,
      note: null,
      spark: sparkOf(byDay, ({ tests }) => tests, formatCount),
    },
    {
      label: "Pass Rate",
      value: totals.passRate === null ? "–" : `${totals.passRate}%`,
      formula: rateFormula(totals),
      link: linkOptions({ to: "/reports", search: { sortBy: "passRate", sortOrder: "asc" } }),
      recent:
        current.passRate === null
          ? null
          : {
              text: `${current.passRate}% in 30 days`,
              formula: `The 30 days ${days}: ${rateFormula(current)}`,
            },
      change: changeOf(current.passRate, previous.passRate, (by) => `${by} pt`, "more"),
      note: rateNote(totals),
      spark: sparkOf(
        byDay,
        ({ passRate }) => passRate,
        (value) => `${value}%`,
      ),
    },
    {
      label: "Avg Duration",
      value: seconds(average(totals)),
      formula: durationFormula(totals),
      link: linkOptions({ to: "/reports", search: { sortBy: "duration", sortOrder: "desc" } }),
      recent:
        average(current) === null
          ? null
          : {
              text: `${seconds(average(current))} in 30 days`,
              formula: `The 30 days ${days}: ${durationFormula(current)}`,
            },
      change: changeOf(average(current), average(previous), seconds, "less"),
      note: null,
      spark: sparkOf(byDay, ({ avgDuration }) => avgDuration, seconds),
    },
  ];
}

function sparkOf(
  byDay: StatsInput["days"],
  of: (day: DashboardDay) => number | null,
  format: (value: number) => string,
): Stat["spark"] {
  const values = byDay.flatMap((day) => of(day) ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const label = `By day, 30 days: ${format(least)} to ${format(most)}, ${format(values.at(-1) ?? 0)} on the last day`;
  return { values, label };
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

/** In milliseconds; `null` if no report has a duration, because this is not zero. */
function average({ avgDuration, timedReports }: ReportTotals): number | null {
  return timedReports === 0 ? null : avgDuration;
}

/** Formats seconds with two decimals below ten, and without decimals otherwise. */
function seconds(durationMs: number | null): string {
  if (durationMs === null) return "–";
  return durationMs >= 10_000
    ? `${formatCount(Math.round(durationMs / 1000))} s`
    : `${(durationMs / 1000).toFixed(2)} s`;
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
