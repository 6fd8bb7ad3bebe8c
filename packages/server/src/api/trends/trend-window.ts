import type { TrendFilter } from "@plumb/contract/trends/trend-filter.ts";
import type { Span } from "@plumb/analysis/trends/run-tally.ts";
import { dayText, zoneDays } from "@plumb/analysis/trends/calendar.ts";
import { type DayRange, rangeDays, type TrendGroup } from "@plumb/analysis/trends/trend-periods.ts";
import { refusedFields } from "#core/api-error.ts";
import { type Caller, zoneOf } from "#http/caller.ts";

/** The days of a query, and the same number of preceding days, in a time zone. */
export interface TrendWindow {
  readonly timeZone: string;
  readonly groupBy: TrendGroup;
  readonly days: DayRange;
  readonly before: DayRange;
  /** Returns the timestamps at which days start and end. */
  readonly spanOf: (days: DayRange) => Span;
}

/** @throws ApiError `invalid` with the wrong field of a custom range. */
export function trendWindow(query: TrendFilter, caller: Caller, now: Date): TrendWindow {
  const timeZone = query.timeZone ?? zoneOf(caller);
  const zone = zoneDays(timeZone);
  const { startDate, endDate } = query;
  const named = startDate === undefined ? (endDate === undefined ? null : "endDate") : "startDate";
  const range = query.timeRange ?? (named === null ? "30d" : "custom");
  if (named !== null && range !== "custom")
    throw refusedFields({
      [named]: `timeRange=${range} sets its own dates: use timeRange=custom, or omit the dates`,
    });
  const requested = { range, startDate, endDate };
  const days = rangeDays(requested, zone.dayOf(now.getTime()));
  if ("field" in days) throw refusedFields({ [days.field]: days.text });
  const length = days.last - days.first + 1;
  return {
    timeZone,
    groupBy: query.groupBy,
    days,
    before: { first: days.first - length, last: days.first - 1 },
    spanOf: ({ first, last }) => ({ from: zone.startOf(first), until: zone.startOf(last + 1) }),
  };
}

/** Returns the window for the API. */
export function presentWindow({ days, before, timeZone }: TrendWindow) {
  return {
    from: dayText(days.first),
    to: dayText(days.last),
    previous_from: dayText(before.first),
    previous_to: dayText(before.last),
    timeZone,
  };
}
