/** A result of a test in one place, with regard to one cause. */
export interface CauseResult {
  /** `cause`: failed with the cause, or passed on retry after it. `failed`: failed with another one. */
  readonly outcome: "passed" | "cause" | "failed" | "other";
}

/** Number of results without a cause after which it counts as new when it occurs again. */
const absentResults = 3;

/** Positions in a history. */
export interface FailurePeriod {
  /** First failure with the cause, and last failure of the period. */
  readonly first: number;
  readonly last: number;
  /** Last pass before the first failure; -1 if it is not in the history. */
  readonly passedBefore: number;
  /** First pass after the last failure; -1 if there was none. */
  readonly passedAfter: number;
}

/**
 * Splits a history into the periods in which a test failed with a cause. A few passes in between do not end a period, because failures that come and
 * go have no commit that started them.
 *
 * @param history Results in the order of time. Skipped results and other causes neither start nor end a period.
 */
export function failurePeriods(history: readonly CauseResult[]): FailurePeriod[] {
  const periods: { first: number; last: number }[] = [];
  let passed = absentResults;
  for (const [at, { outcome }] of history.entries()) {
    if (outcome === "passed") passed += 1;
    if (outcome !== "cause") continue;
    const open = periods.at(-1);
    if (open === undefined || passed >= absentResults) periods.push({ first: at, last: at });
    else open.last = at;
    passed = 0;
  }
  return periods.map((period, index) => {
    const earlier = history.slice((periods[index - 1]?.last ?? -1) + 1, period.first);
    const later = history.slice(period.last + 1, periods[index + 1]?.first ?? history.length);
    const before = earlier.findLastIndex(({ outcome }) => outcome === "passed");
    const after = later.findIndex(({ outcome }) => outcome === "passed");
    return {
      ...period,
      passedBefore: before === -1 ? -1 : before + (periods[index - 1]?.last ?? -1) + 1,
      passedAfter: after === -1 ? -1 : after + period.last + 1,
    };
  });
}
