import type { DayRange } from "./trend-periods.ts";

/** A test counts as removed if its series continued for this many days without it. */
export const removedAfterDays = 7;

/** Number of tests with the same first and last day in a series. Days (UTC) are counted since 1970-01-01. */
export interface TestSpan {
  readonly first: number;
  readonly last: number;
  readonly series: number;
  readonly tests: number;
}

export interface Growth {
  /** Number of tests at the end of the period. */
  known: number;
  added: number;
  removed: number;
}

/**
 * Returns the number of tests at the end of each period, and the number added and removed in it. A test is added on the day on which it
 * first ran. It is removed on the day after it last ran, if its series ran at least 7 days after that.
 *
 * @param periods Ascending, without gaps.
 * @param lastRunOf Returns the last day of a series; undefined if it has none.
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
    const removed = (lastRunOf(series) ?? last) - last >= removedAfterDays ? last + 1 : Number.POSITIVE_INFINITY;
    if (first < begin && removed >= begin) known += tests;
    const came = growth[periodOf(periods, first)];
    const went = growth[periodOf(periods, removed)];
    if (came !== undefined) came.added += tests;
    if (went !== undefined) went.removed += tests;
  }
  for (const at of growth) {
    known += at.added - at.removed;
    at.known = known;
  }
  return growth;
}

/** Returns the index of the period that contains a day; -1 if there is none. */
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
