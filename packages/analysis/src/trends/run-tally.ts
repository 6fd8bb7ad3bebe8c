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
  /** All places by `at`, and by duration: `placesBy`. Who adds up in these orders need not sort for each question. */
  readonly byTime: Numbers;
  readonly byDuration: Numbers;
  readonly counts: RunCounts;
}

/**
 * All places, ascending by a value; NaN comes last.
 *
 * @param before The same of fewer runs: what came or moved since is put where it belongs without sorting all of it again.
 */
export function placesBy(values: Numbers, length: number, before: Numbers = new Int32Array(0)): Int32Array {
  const key = (place: number) => {
    const value = values[place] as number;
    return Number.isNaN(value) ? Number.MAX_VALUE : value;
  };
  // A plain array: its sort makes use of what is sorted already, which that of typed arrays does not.
  const places = Array.from({ length }, (_, turn) => before[turn] ?? turn);
  return Int32Array.from(places.toSorted((a, b) => key(a) - key(b)));
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
  readonly runs: number;
  readonly green: number;
  readonly failed: number;
  readonly interrupted: number;
  readonly flakyRuns: number;
  /** Runs whose report is deleted. */
  readonly deleted: number;
  readonly tests: number;
  readonly passed: number;
  readonly firstPassed: number;
  readonly flakyTests: number;
  /** Failures that are left out of the rates: in quarantine, and of incidents that somebody left out. */
  readonly quarantined: number;
  readonly leftOut: number;
  readonly flakyUs: number;
  /** Milliseconds of the runs that say how long they took, ascending. */
  readonly durations: Float64Array;
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

/** Where the sums of a tally stand, one after the other: objects would be slow to add to a hundred thousand times. */
const slot = {
  runs: 0,
  green: 1,
  failed: 2,
  interrupted: 3,
  flakyRuns: 4,
  deleted: 5,
  tests: 6,
  passed: 7,
  firstPassed: 8,
  flakyTests: 9,
  quarantined: 10,
  leftOut: 11,
  flakyUs: 12,
  timed: 13,
} as const;
const slots = 14;

/** Adds runs up by part and by the span in which they started; only those of the spans are read. A list of spans for each part. */
export function tallyRuns(columns: RunColumns, question: TallyQuestion): Tally[][] {
  const { spans, parts, partOf } = question;
  const { at, flags, byTime, length } = columns;
  const tallyOf = new Int32Array(length).fill(-1);
  const first = firstSince(columns, spans[0]?.from ?? Number.POSITIVE_INFINITY);
  let turn = first;
  for (const [span, { from, until }] of spans.entries()) {
    for (; turn < length; turn++) {
      const place = byTime[turn] as number;
      const moment = at[place] as number;
      if (moment >= until) break;
      if (moment < from || ((flags[place] as number) & runFlags.gone) !== 0) continue;
      const part = partOf(place);
      if (part >= 0) tallyOf[place] = part * spans.length + span;
    }
  }
  const sums = new Float64Array(parts * spans.length * slots);
  addRuns(sums, columns, question, { tallyOf, places: byTime.subarray(first, turn) });
  const tallies = durationsOf(columns, tallyOf, sums).map((list, index) => tallyOfSums(sums, index * slots, list));
  return Array.from({ length: parts }, (_, part) => tallies.slice(part * spans.length, (part + 1) * spans.length));
}

function tallyOfSums(sums: Float64Array, base: number, durations: Float64Array): Tally {
  const of = (name: keyof typeof slot) => sums[base + slot[name]] ?? 0;
  return {
    runs: of("runs"),
    green: of("green"),
    failed: of("failed"),
    interrupted: of("interrupted"),
    flakyRuns: of("flakyRuns"),
    deleted: of("deleted"),
    tests: of("tests"),
    passed: of("passed"),
    firstPassed: of("firstPassed"),
    flakyTests: of("flakyTests"),
    quarantined: of("quarantined"),
    leftOut: of("leftOut"),
    flakyUs: of("flakyUs"),
    durations,
  };
}

/** The turn in `byTime` of the first run that started at a moment or later. */
function firstSince({ at, byTime, length }: RunColumns, moment: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[byTime[middle] as number] as number) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How long the runs of each tally took, ascending.
 *
 * @param tallyOf By place: the tally that the run is in; -1: none.
 */
function durationsOf(
  { duration, byDuration, length }: RunColumns,
  tallyOf: Int32Array,
  sums: Float64Array,
): Float64Array[] {
  const ends = new Int32Array(sums.length / slots);
  for (let index = 1; index < ends.length; index++)
    ends[index] = (ends[index - 1] as number) + (sums[(index - 1) * slots + slot.timed] as number);
  const starts = ends.slice();
  const all = new Float64Array(length);
  for (let turn = 0; turn < length; turn++) {
    const place = byDuration[turn] as number;
    const index = tallyOf[place] as number;
    if (index < 0) continue;
    const took = duration[place] as number;
    // From here on none says how long it took.
    if (Number.isNaN(took)) break;
    const next = ends[index] as number;
    all[next] = took;
    ends[index] = next + 1;
  }
  return Array.from(starts, (start, index) => all.subarray(start, ends[index]));
}

interface Chosen {
  /** Runs, some of which may not count. */
  readonly places: Numbers;
  /** By place: the tally that the run is in; -1: none. */
  readonly tallyOf: Int32Array;
}

function addRuns(sums: Float64Array, columns: RunColumns, { ofOwners, leftOut }: TallyQuestion, chosen: Chosen): void {
  // All columns at hand: looking them up for each run would take several times as long as adding.
  const { total, passed, failed, flaky, firstPassed, quarantined, flakyUs } = ofOwners ?? columns.counts;
  const { flags, duration } = columns;
  const { tallyOf, places } = chosen;
  const byRun = ofOwners === undefined;
  for (let turn = 0; turn < places.length; turn++) {
    const place = places[turn] as number;
    const base = (tallyOf[place] as number) * slots;
    if (base < 0) continue;
    const flag = flags[place] as number;
    const green = byRun ? (flag & runFlags.green) !== 0 : failed[place] === 0;
    plus(sums, base + slot.runs, 1);
    if (green) plus(sums, base + slot.green, 1);
    else if (byRun && (flag & runFlags.interrupted) !== 0) plus(sums, base + slot.interrupted, 1);
    else plus(sums, base + slot.failed, 1);
    const flakyTests = flaky[place] as number;
    if (green && flakyTests > 0) plus(sums, base + slot.flakyRuns, 1);
    if ((flag & runFlags.deleted) !== 0) plus(sums, base + slot.deleted, 1);
    if (!Number.isNaN(duration[place])) plus(sums, base + slot.timed, 1);
    plus(sums, base + slot.tests, total[place] as number);
    plus(sums, base + slot.passed, passed[place] as number);
    plus(sums, base + slot.firstPassed, firstPassed[place] as number);
    plus(sums, base + slot.flakyTests, flakyTests);
    plus(sums, base + slot.quarantined, quarantined[place] as number);
    plus(sums, base + slot.flakyUs, flakyUs[place] as number);
  }
  for (const [place, failures] of leftOut ?? []) {
    const base = (tallyOf[place] ?? -1) * slots;
    // One failure is left out once.
    const others = (failed[place] as number) - (quarantined[place] as number);
    if (base >= 0) plus(sums, base + slot.leftOut, Math.min(failures, others));
  }
}

function plus(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] as number) + value;
}

/** Tests that rates are of: all but the failures that are left out. */
export function testsThatCount({ tests, quarantined, leftOut }: Tally): number {
  return tests - quarantined - leftOut;
}

/** Mean in the unit of the values; null of none. */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return sum / values.length;
}

/**
 * The value that so many percent of the values do not exceed: the nearest rank, so always one of them; null of none.
 *
 * @param sorted Ascending.
 */
export function percentile(sorted: ArrayLike<number>, percent: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}
