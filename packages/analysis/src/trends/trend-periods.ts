import { dayNumber, dayText, firstOfMonth, mondayOf, monthsEarlier } from "./calendar.ts";

export const trendRanges = ["7d", "30d", "90d", "6m", "1y", "custom"] as const;
export type TrendRange = (typeof trendRanges)[number];

export const trendGroups = ["day", "week", "month"] as const;
export type TrendGroup = (typeof trendGroups)[number];

/** Maximum number of periods in a chart, enough for a year of days. */
export const maxPeriods = 400;
/** Maximum length of a custom range in years. */
export const maxYears = 30;

/** A range of days since 1970-01-01, both inclusive. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

interface RequestedRange {
  readonly range: TrendRange;
  /** Start of a custom range, such as `2030-01-31`. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Error in a custom range, by field. */
export interface RangeRefusal {
  readonly field: "startDate" | "endDate";
  readonly text: string;
}

const lengths = { "7d": 7, "30d": 30, "90d": 90 } as const;

/**
 * Returns the days of a range up to today. A custom range without an end date ends today, and one without a start date has 30 days.
 *
 * @param today Days since 1970-01-01, in the reader's time zone.
 */
export function rangeDays({ range, startDate, endDate }: RequestedRange, today: number): DayRange | RangeRefusal {
  if (range === "6m") return { first: monthsEarlier(today, 6) + 1, last: today };
  if (range === "1y") return { first: monthsEarlier(today, 12) + 1, last: today };
  if (range !== "custom") return { first: today - lengths[range] + 1, last: today };
  const last =
    endDate === undefined ? Math.max(today, startDate === undefined ? 0 : dayNumber(startDate)) : dayNumber(endDate);
  const first = startDate === undefined ? last - 29 : dayNumber(startDate);
  if (last < first) return { field: "endDate", text: "The end date is before the start date" };
  if (last - first > maxYears * 366) return { field: "startDate", text: `Choose ${maxYears} years or less` };
  return { first, last };
}

/** The part of a day, week or month that is within the range. */
export interface TrendPeriod extends DayRange {
  /** First calendar day, such as `2030-01-31`: the Monday of a week, the 1st of a month. */
  readonly date: string;
  /** True if a part of the period is outside the range. */
  readonly partial: boolean;
}

export interface TrendPeriods {
  readonly periods: readonly TrendPeriod[];
  /** Unit of the periods. Coarser than requested if there would be more than 400 periods. */
  readonly groupBy: TrendGroup;
}

/** Returns the periods of a range, earliest first. Weeks start on Monday. */
export function trendPeriods({ first, last }: DayRange, requested: TrendGroup): TrendPeriods {
  const days = last - first + 1;
  const coarsest = trendGroups.indexOf(requested);
  const fits = [days <= maxPeriods, days / 7 <= maxPeriods - 1, true];
  const index = Math.max(coarsest, fits.indexOf(true));
  const groupBy = trendGroups[index] ?? "month";
  const periods: TrendPeriod[] = [];
  for (let start = startOf(first, groupBy); start <= last;) {
    const next = nextOf(start, groupBy);
    periods.push({
      date: dayText(start),
      first: Math.max(start, first),
      last: Math.min(next - 1, last),
      partial: start < first || next - 1 > last,
    });
    start = next;
  }
  return { periods, groupBy };
}

/** Returns the same periods shifted back by the length of the range. */
export function periodsBefore(periods: readonly TrendPeriod[]): DayRange[] {
  const length = (periods.at(-1)?.last ?? 0) - (periods[0]?.first ?? 0) + 1;
  return periods.map(({ first, last }) => ({ first: first - length, last: last - length }));
}

function startOf(day: number, groupBy: TrendGroup): number {
  return groupBy === "day" ? day : groupBy === "week" ? mondayOf(day) : firstOfMonth(day);
}

function nextOf(start: number, groupBy: TrendGroup): number {
  return groupBy === "day" ? start + 1 : groupBy === "week" ? start + 7 : firstOfMonth(start, 1);
}
