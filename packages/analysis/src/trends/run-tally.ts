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
  /** Failed or errored. */
  readonly failedTests: number;
  readonly firstPassed: number;
  readonly flakyTests: number;
  /** Failures excluded from the rates: in quarantine, and in excluded incidents. */
  readonly quarantined: number;
  readonly leftOut: number;
  readonly flakyUs: number;
  /** Durations of runs that have one, in milliseconds; `null` if there is none. */
  readonly durations: Durations | null;
}

export interface Durations {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
}

/** From one moment to another, milliseconds since 1970; the second one is not part of it. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Failures of a run in excluded incidents, by index. */
export interface LeftOut {
  readonly failures: ReadonlyMap<number, number>;
  /** The grouping that the runs were added up by. */
  readonly partOf: (place: number) => number;
}

/**
 * What the runs of each part come to in each span: a list of spans for each part. How long it takes depends on how many spans
 * there are, and hardly on how many runs.
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

/** The runs of a part that started before a moment, added up with all that come before them in `places`. */
interface End {
  readonly moment: number;
  readonly sums: Float64Array;
}

/** Expects ascending times: a period usually starts where the previous one ended. */
function endOf(all: RunSums, part: number): (moment: number) => End {
  const { columns, starts, places } = all;
  const high = starts[part + 1] as number;
  let low = starts[part] as number;
  let last: End | undefined;
  return (moment) => {
    if (last?.moment === moment) return last;
    low = firstSince(columns.at, places, { low, high, moment });
    last = { moment, sums: sumsBefore(all, low) };
    return last;
  };
}

/** The first of some places, ascending by time, whose run started at a moment or later. */
function firstSince(
  at: Numbers,
  places: Int32Array,
  { low, high, moment }: { low: number; high: number; readonly moment: number },
): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[places[middle] as number] as number) < moment) low = middle + 1;
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

/** Flat list by part and period; few runs have excluded incidents. */
function leftOutBySpan(
  { columns: { at, flags, counts } }: RunSums,
  spans: readonly Span[],
  { failures, partOf }: LeftOut,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const [place, ofIncidents] of failures) {
    const part = ((flags[place] as number) & runFlags.gone) === 0 ? partOf(place) : -1;
    const moment = at[place] as number;
    const span = spans.findLastIndex(({ from }) => from <= moment);
    if (part < 0 || span < 0 || moment >= (spans[span]?.until ?? 0)) continue;
    // One failure is left out once.
    const others = (counts.failed[place] as number) - (counts.quarantined[place] as number);
    const key = part * spans.length + span;
    found.set(key, (found.get(key) ?? 0) + Math.min(ofIncidents, others));
  }
  return found;
}

/** Tests that rates are of, as those of a report: the ones that ran, but for the failures that are left out. */
export function testsThatCount({ passed, failedTests, quarantined, leftOut }: Tally): number {
  return passed + failedTests - quarantined - leftOut;
}

/**
 * The zero-based index of a percentile among this many ascending values. It uses the nearest rank, so the percentile is always one
 * of the values.
 *
 * @param count One at least.
 */
export function nearestRank(count: number, percent: number): number {
  return Math.max(0, Math.ceil((percent / 100) * count) - 1);
}
