import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TrendData, TrendPeriod } from "@plumb/contract/trends/trends.ts";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import type { ChartItem } from "#ui/charts/chart-item.ts";
import { calendarDay } from "#lib/format/format.ts";
import { eventStyles } from "#ui/charts/event-styles.ts";
import type { TimeMark } from "#ui/charts/time-series.ts";
import { axisLabel, periodName, runsText } from "./trend-texts.ts";

/** Period with the previous period and its events. */
export interface TrendPoint {
  readonly period: TrendPeriod;
  readonly before: TrendPeriod | undefined;
  readonly events: readonly TrendEvent[];
}

export function trendPoints({ runTrends, previous }: TrendData, events: readonly TrendEvent[]): TrendPoint[] {
  const days = events.map((event) => ({ event, day: calendarDay(event.at) }));
  const points = runTrends.map((period, index) => ({
    period,
    before: previous[index],
    events: days.filter(({ day }) => day >= period.from && day <= period.to).map(({ event }) => event),
  }));
  // Before the first day with data, values are missing instead of zero.
  const first = points.findIndex(hasData);
  return first === -1 ? points : points.slice(first);
}

function hasData({ period: { total_runs: runs, growth }, before, events }: TrendPoint): boolean {
  return runs > 0 || (growth?.known ?? 0) > 0 || (before?.total_runs ?? 0) > 0 || events.length > 0;
}

/** Returns the tooltip of each point, with the period, additional lines of a chart and events, and a link to its reports. */
export function chartItems(
  points: readonly TrendPoint[],
  { groupBy }: Pick<TrendData, "groupBy">,
  search: TrendSearch,
  linesOf: (point: TrendPoint) => readonly string[],
): ChartItem[] {
  return points.map((point) => {
    const { period, events } = point;
    const lines = [
      periodName(period, groupBy),
      ...(period.total_runs === 0 ? [runsText(period)] : linesOf(point)),
      ...events.map(({ kind, title }) => `${eventStyles[kind].word}: ${title}`),
    ];
    const leads = period.total_runs > period.deleted_runs;
    return {
      label: axisLabel(period, groupBy),
      text: lines.join("\n"),
      ...(leads && { link: { to: "/reports", search: reportsOf(period, search) } as const }),
    };
  });
}

/** Statuses of counted runs. Only finished runs are counted. */
const ended: RunStatus[] = ["completed", "failed", "interrupted"];

/** Returns the filter for the reports of a period. Omits owners, because reports cannot be filtered by them. */
export function reportsOf({ from, to }: Pick<TrendPeriod, "from" | "to">, search: TrendSearch) {
  const { suite, environment, branch, framework, tag, fact, not } = search;
  const lists = { suite, environment, branch, framework, tag, fact, not };
  const input = Object.entries(lists).flatMap(([name, values]) =>
    values === undefined ? [] : [[name, [...values]] as const],
  );
  return { ...Object.fromEntries(input), startDate: from, endDate: to, status: ended };
}

/** Returns a marker for the events of each point. */
export function chartMarks(points: readonly TrendPoint[]): TimeMark[] {
  return points.flatMap(({ events }, point) => {
    const [first] = events;
    const label = events.map(({ kind, title }) => `${eventStyles[kind].word}: ${title}`).join(" · ");
    return first === undefined ? [] : [{ point, label, color: eventStyles[first.kind].color }];
  });
}
