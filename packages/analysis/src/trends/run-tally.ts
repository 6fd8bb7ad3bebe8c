/** Bits of `RunColumns.flags`. */
export const runFlags = { green: 1, interrupted: 2, gone: 4, deleted: 8 } as const;

type Numbers = Float64Array | Int32Array | Uint8Array;

/** Counted runs, column by column; a run has the same place in all of them. */
export interface RunColumns {
  readonly length: number;
  /** When it started, milliseconds since 1970. */
  readonly at: Numbers;
  readonly flags: Numbers;
  /** Milliseconds; NaN where it does not say. */
  readonly duration: Numbers;
  /** All places, by duration: `durationOrder`. Who adds up in this order need not sort durations again for each question. */
  readonly byDuration: Numbers;
  readonly counts: RunCounts;
}

/** The places of runs from the shortest to the longest, those that do not say last. */
export function durationOrder(duration: Numbers, length: number): Int32Array {
  const places = Int32Array.from({ length }, (_, place) => place);
  const key = (place: number) => {
    const took = duration[place] as number;
    return Number.isNaN(took) ? Number.MAX_VALUE : took;
  };
  return places.toSorted((a, b) => key(a) - key(b));
}

/** Tests of runs by how they ended. */
export interface RunCounts {
  readonly total: Numbers;
  /** Includes flaky. */
  readonly passed: Numbers;
  /** Failed or errored. */
  readonly failed: Numbers;
  readonly flaky: Numbers;
  readonly firstPassed: Numbers;
  /** Failures of tests in quarantine. */
  readonly quarantined: Numbers;
  /** Attempts of flaky tests before the one that passed, microseconds. */
  readonly flakyUs: Numbers;
}

/** What the runs of a period add up to. */
export interface Tally {
  runs: number;
  green: number;
  failed: number;
  interrupted: number;
  /** Green with at least one flaky test. */
  flakyRuns: number;
  /** Runs whose report is deleted. */
  deleted: number;
  tests: number;
  passed: number;
  firstPassed: number;
  flakyTests: number;
  /** Failures that are left out of the rates: in quarantine, and of incidents that somebody left out. */
  quarantined: number;
  leftOut: number;
  flakyUs: number;
  /** Milliseconds of the runs that say how long they took, ascending. */
  durations: readonly number[];
}

function noTally(): Tally {
  return {
    runs: 0,
    green: 0,
    failed: 0,
    interrupted: 0,
    flakyRuns: 0,
    deleted: 0,
    tests: 0,
    passed: 0,
    firstPassed: 0,
    flakyTests: 0,
    quarantined: 0,
    leftOut: 0,
    flakyUs: 0,
    durations: [],
  };
}

/** From one moment to another, milliseconds since 1970; the second one is not part of it. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface TallyQuestion {
  /** Ascending, without overlaps. */
  readonly spans: readonly Span[];
  /** Which part a run, by its place, is of; -1: it does not count. */
  readonly partOf: (place: number) => number;
  readonly parts: number;
  /** In place of the runs' own counts: those of the tests of some owners. A run is then green if none of these failed. */
  readonly ofOwners?: RunCounts | undefined;
  /** Failures of a run that incidents account for which somebody left out, by place. */
  readonly leftOut?: ReadonlyMap<number, number> | undefined;
}

/** Adds runs up by part and by the span in which they started, in one pass over the columns. A list of spans for each part. */
export function tallyRuns(columns: RunColumns, question: TallyQuestion): Tally[][] {
  const { spans, parts, partOf } = question;
  const tallies = Array.from({ length: parts * spans.length }, noTally);
  const durations: number[][] = tallies.map(() => []);
  const first = spans[0]?.from ?? 0;
  const last = spans.at(-1)?.until ?? 0;
  const starts = Float64Array.from(spans, ({ from }) => from);
  const { at, flags, duration, byDuration, length } = columns;
  for (let turn = 0; turn < length; turn++) {
    const place = byDuration[turn] as number;
    const moment = at[place] as number;
    if (moment < first || moment >= last || ((flags[place] as number) & runFlags.gone) !== 0) continue;
    const span = spanOf(starts, moment);
    if (moment >= (spans[span] as Span).until) continue;
    const part = partOf(place);
    if (part < 0) continue;
    const index = part * spans.length + span;
    add(tallies[index] as Tally, columns, place, question);
    const took = duration[place] as number;
    if (!Number.isNaN(took)) (durations[index] as number[]).push(took);
  }
  for (const [index, tally] of tallies.entries()) tally.durations = durations[index] ?? [];
  return Array.from({ length: parts }, (_, part) => tallies.slice(part * spans.length, (part + 1) * spans.length));
}

/** The last span that begins at a moment or before it. */
function spanOf(starts: Float64Array, moment: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= moment) low = middle;
    else high = middle - 1;
  }
  return low;
}

function add(tally: Tally, columns: RunColumns, place: number, { ofOwners, leftOut }: TallyQuestion): void {
  const counts = ofOwners ?? columns.counts;
  const flags = columns.flags[place] as number;
  const failed = counts.failed[place] as number;
  const flaky = counts.flaky[place] as number;
  const quarantined = counts.quarantined[place] as number;
  const green = ofOwners === undefined ? (flags & runFlags.green) !== 0 : failed === 0;
  tally.runs += 1;
  if (green) tally.green += 1;
  else if (ofOwners === undefined && (flags & runFlags.interrupted) !== 0) tally.interrupted += 1;
  else tally.failed += 1;
  if (green && flaky > 0) tally.flakyRuns += 1;
  if ((flags & runFlags.deleted) !== 0) tally.deleted += 1;
  tally.tests += counts.total[place] as number;
  tally.passed += counts.passed[place] as number;
  tally.firstPassed += counts.firstPassed[place] as number;
  tally.flakyTests += flaky;
  tally.quarantined += quarantined;
  tally.flakyUs += counts.flakyUs[place] as number;
  // One failure is left out once.
  if (leftOut !== undefined && leftOut.size > 0)
    tally.leftOut += Math.min(leftOut.get(place) ?? 0, failed - quarantined);
}

/** Tests that rates are of: all but the failures that are left out. */
export function testsThatCount({ tests, quarantined, leftOut }: Tally): number {
  return tests - quarantined - leftOut;
}

/** Mean in the unit of the values; null of none. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/**
 * The value that so many percent of the values do not exceed: the nearest rank, so always one of them; null of none.
 *
 * @param sorted Ascending.
 */
export function percentile(sorted: readonly number[], percent: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}
