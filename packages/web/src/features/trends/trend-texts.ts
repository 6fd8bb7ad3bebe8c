import type { TrendGroup, TrendRange } from "@plumb/contract/trends/trend-filter.ts";
import type { TrendData, TrendPeriod, TrendSummary } from "@plumb/contract/trends/trends.ts";
import type { TickFormat } from "#ui/charts/value-axis.ts";
import { counted, formatCalendarDay, formatCount, formatDuration } from "#lib/format/format.ts";

export const rangeLabels: readonly { readonly value: TrendRange; readonly label: string }[] = [
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "6m", label: "Last 6 months" },
  { value: "1y", label: "Last year" },
  { value: "custom", label: "Custom range" },
];

export const groupLabels: readonly { readonly value: TrendGroup; readonly label: string }[] = [
  { value: "day", label: "By day" },
  { value: "week", label: "By week" },
  { value: "month", label: "By month" },
];

/** `3 Feb 2026 to 4 Mar 2026`. */
export function daysText({ from, to }: Pick<TrendSummary, "from" | "to">): string {
  return from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
}

const shortDay = { day: "numeric", month: "short", timeZone: "UTC" } as const;

/** Formats a period for an axis: `4 Mar`, or `Mar 26` for a month. */
export function axisLabel({ date }: Pick<TrendPeriod, "date">, groupBy: TrendGroup): string {
  const at = new Date(`${date}T00:00:00Z`);
  return groupBy === "month"
    ? at.toLocaleDateString("en-GB", { month: "short", year: "2-digit", timeZone: "UTC" })
    : at.toLocaleDateString("en-GB", shortDay);
}

/** Formats `Wed, 4 Mar 2026`, `Week of 2 Mar 2026`, `March 2026`; partial periods are marked. */
export function periodName({ date, from, to, partial }: TrendPeriod, groupBy: TrendGroup): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (groupBy === "day") return at.toLocaleDateString("en-GB", { ...shortDay, weekday: "short", year: "numeric" });
  const name =
    groupBy === "week"
      ? `Week of ${formatCalendarDay(date)}`
      : at.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  return partial ? `${name}, only ${daysText({ from, to })}` : name;
}

/** Formats minutes as `1m 12s`, or a dash if they are unknown. */
export function formatMinutes(minutes: number | null): string {
  return formatDuration(minutes === null ? null : minutes * 60_000);
}

/** Returns the format of an axis of minutes, in one unit that suits its end: `4.2`, and `6 min` at the highest tick. */
export function axisMinutes(max: number): TickFormat {
  const [unit, factor] = max >= 120 ? ["h", 1 / 60] : max < 1 ? ["s", 60] : ["min", 1];
  return (minutes, isHighest) => `${trimmed(minutes * factor)}${isHighest ? ` ${unit}` : ""}`;
}

/** Formats a percentage for an axis: `94`, and `100%` at the highest tick. */
export const axisPercent: TickFormat = (percent, isHighest) => `${trimmed(percent)}${isHighest ? "%" : ""}`;

function trimmed(value: number): string {
  return formatCount(Number(value.toFixed(2)));
}

/** Returns `12 runs, 3 of them of deleted reports`. */
export function runsText({ total_runs: runs, deleted_runs: deleted }: TrendPeriod): string {
  if (runs === 0) return "No runs";
  if (deleted === 0) return counted(runs, "run");
  return `${counted(runs, "run")}, ${deleted === runs ? "all" : formatCount(deleted)} from deleted reports`;
}

/** Returns a text about the failures excluded from a rate; empty if there are none. */
export function leftOutText(metrics: Pick<TrendPeriod, "quarantined_failures" | "left_out_failures">): string {
  const { quarantined_failures: quarantined, left_out_failures: leftOut } = metrics;
  const parts = [
    ...(quarantined === 0 ? [] : [`${counted(quarantined, "failure")} in quarantine`]),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, "failure")} of incidents`]),
  ];
  return parts.length === 0 ? "" : `without ${parts.join(" and ")}`;
}

/** Explains why the grouping differs from the selection; `undefined` if it does not. */
export function coarserText(data: TrendData, requested: TrendGroup): string | undefined {
  if (data.groupBy === requested) return undefined;
  return `Grouped by ${data.groupBy}: by ${requested} there would be more than 400 points.`;
}
