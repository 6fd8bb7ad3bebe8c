import type { DayRange } from "./trend-periods.ts";

/** Days that a series must have gone on without a test for it to be removed. */
export const removedAfterDays = 7;

/** Tests with the same first and last day in one series; days (UTC) since 1970-01-01. */
export interface TestSpan {
  readonly first: number;
  readonly last: number;
  readonly series: number;
  readonly tests: number;
}

export interface Growth {
  /** Tests at the end of the period. */
  known: number;
  added: number;
  removed: number;
}

/**
 * How many tests there are at the end of each period, and how many came and went in it. A test comes with the day on which it
 * ran first. It is removed on the day after it ran last, if its series ran 7 days later than that or more.
 *
 * @param periods Ascending, each from the day after the one before.
 * @param lastRunOf The last day of a series; undefined if it has none.
 */
export function suiteGrowth(
  spans: readonly TestSpan[],
  periods: readonly DayRange[],
  lastRunOf: (series: number) => number | undefined,
): Growth[] {
  const growth: Growth[] = periods.map(() => ({ known: 0, added: 0, removed: 0 }));
  const begin = periods[0]?.first ?? 0;
  let known = 0;
  for (const { first, last, series, tests } of spans) {
    const gone = (lastRunOf(series) ?? last) - last >= removedAfterDays ? last + 1 : Number.POSITIVE_INFINITY;
    if (first < begin && gone >= begin) known += tests;
    const came = growth[periodOf(periods, first)];
    const went = growth[periodOf(periods, gone)];
    if (came !== undefined) came.added += tests;
    if (went !== undefined) went.removed += tests;
  }
  for (const at of growth) {
    known += at.added - at.removed;
    at.known = known;
  }
  return growth;
}

/** Index of the period that contains a day; -1 if there is none. */
function periodOf(periods: readonly DayRange[], day: number): number {
  let [low, high] = [0, periods.length - 1];
  if (high < 0 || day < (periods[0]?.first ?? 0) || day > (periods[high]?.last ?? 0)) return -1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((periods[middle]?.first ?? 0) <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}
