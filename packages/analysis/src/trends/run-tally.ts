import type { RankedValues } from "./ranked-values.ts";
import { type Numbers, runFlags, type RunSums, slot, sumsBefore } from "./run-sums.ts";

/** Totals of the runs in a period. */
export interface Tally {
  readonly runs: number;
  readonly green: number;
  readonly failed: number;
  readonly interrupted: number;
  readonly flakyRuns: number;
  /** Runs whose report is deleted. */
  readonly deleted: number;
  readonly tests: number;
  readonly passed: number;
  /** Failed or errored tests. */
  readonly failedTests: number;
  readonly firstPassed: number;
  readonly flakyTests: number;
  /** Failures that are excluded from the rates because of a quarantine. `leftOut` has those of excluded incidents. */
  readonly quarantined: number;
  readonly leftOut: number;
  readonly flakyUs: number;
  /** Durations in milliseconds of the runs that have one; `null` if there are none. */
  readonly durations: Durations | null;
}

export interface Durations {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
}

/** A period in milliseconds since 1970; `until` is exclusive. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Number of failures in excluded incidents, by index of the run. */
export interface LeftOut {
  readonly failures: ReadonlyMap<number, number>;
  /** The function that was used to divide the runs into parts. */
  readonly partOf: (index: number) => number;
}

/**
 * Returns the totals of each part in each period, as a list of periods per part. The time depends on the number of periods
 * and hardly on the number of runs.
 *
 * @param spans Ascending, without overlaps.
 */
export function tallyRuns(sums: RunSums, spans: readonly Span[], leftOut?: LeftOut): Tally[][] {
  const parts = sums.starts.length - 1;
  const leftOutOf = leftOut === undefined ? new Map<number, number>() : leftOutBySpan(sums, spans, leftOut);
  return Array.from({ length: parts }, (_, part) => {
    const end = endOf(sums, part);
    return spans.map(({ from, until }, span) =>
      tallyOf(sums, end(from), end(until), leftOutOf.get(part * spans.length + span) ?? 0),
    );
  });
}

/** Sums of all runs in `places` before the first run of a part that started at this time or later. */
interface End {
  readonly time: number;
  readonly sums: Float64Array;
}

/** Expects ascending times, because a period usually starts where the previous one ended. */
function endOf(all: RunSums, part: number): (time: number) => End {
  const { columns, starts, places } = all;
  const high = starts[part + 1] as number;
  let low = starts[part] as number;
  let last: End | undefined;
  return (time) => {
    if (last?.time === time) return last;
    low = firstSince(columns.at, places, { low, high, time });
    last = { time, sums: sumsBefore(all, low) };
    return last;
  };
}

/** Returns the first index, in a range sorted by time, whose run started at this time or later. */
function firstSince(
  at: Numbers,
  indices: Int32Array,
  { low, high, time }: { low: number; high: number; readonly time: number },
): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[indices[middle] as number] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tallyOf({ durations }: RunSums, from: End, until: End, leftOut: number): Tally {
  const of = (name: keyof typeof slot) => (until.sums[slot[name]] as number) - (from.sums[slot[name]] as number);
  return {
    runs: of("runs"),
    green: of("green"),
    failed: of("failed"),
    interrupted: of("interrupted"),
    flakyRuns: of("flakyRuns"),
    deleted: of("deleted"),
    tests: of("tests"),
    passed: of("passed"),
    failedTests: of("failedTests"),
    firstPassed: of("firstPassed"),
    flakyTests: of("flakyTests"),
    quarantined: of("quarantined"),
    leftOut,
    flakyUs: of("flakyUs"),
    durations: durationsOf(
      durations,
      from.sums[slot.timed] as number,
      until.sums[slot.timed] as number,
      of("durationUs"),
    ),
  };
}

function durationsOf(durations: RankedValues, from: number, until: number, sumUs: number): Durations | null {
  const timed = until - from;
  if (timed === 0) return null;
  const at = (percent: number) => durations.nth(from, until, nearestRank(timed, percent));
  return { mean: sumUs / 1000 / timed, p50: at(50), p90: at(90), p95: at(95) };
}

/** Returns excluded failures by part and period. Few runs have excluded incidents. */
function leftOutBySpan(
  { columns: { at, flags, counts } }: RunSums,
  spans: readonly Span[],
  { failures, partOf }: LeftOut,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, ofIncidents] of failures) {
    const part = ((flags[index] as number) & runFlags.gone) === 0 ? partOf(index) : -1;
    const time = at[index] as number;
    const span = spans.findLastIndex(({ from }) => from <= time);
    if (part < 0 || span < 0 || time >= (spans[span]?.until ?? 0)) continue;
    // Failures that are also in quarantine must not be excluded twice.
    const others = (counts.failed[index] as number) - (counts.quarantined[index] as number);
    const key = part * spans.length + span;
    found.set(key, (found.get(key) ?? 0) + Math.min(ofIncidents, others));
  }
  return found;
}

/** Returns the number of tests for rates, as in a report: tests that ran, without excluded failures. */
export function testsThatCount({ passed, failedTests, quarantined, leftOut }: Tally): number {
  return passed + failedTests - quarantined - leftOut;
}

/**
 * Returns the zero-based index of a percentile among this many ascending values. Uses the nearest rank, so the percentile is always one
 * of the values.
 *
 * @param count At least 1.
 */
export function nearestRank(count: number, percent: number): number {
  return Math.max(0, Math.ceil((percent / 100) * count) - 1);
}
