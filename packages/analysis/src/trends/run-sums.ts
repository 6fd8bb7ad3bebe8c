import { type RankedValues, rankedValues } from "./ranked-values.ts";

/** Bits of `RunColumns.flags`. */
export const runFlags = { green: 1, interrupted: 2, gone: 4, deleted: 8 } as const;

export type Numbers = Float64Array | Int32Array | Uint8Array;

/** Counted runs, column by column; a run has the same place in all of them. */
export interface RunColumns {
  readonly length: number;
  /** When it started, milliseconds since 1970. */
  readonly at: Numbers;
  readonly flags: Numbers;
  /** Milliseconds; NaN if unknown. */
  readonly duration: Numbers;
  /**
   * All places by `at`, and by duration: `placesBy`. Callers that add up in these orders need not sort each time.
   */
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

/** Which runs are added up, in which parts. */
export interface RunParts {
  /** Which part a run, by its place, is of; -1: it does not count. */
  readonly partOf: (place: number) => number;
  readonly parts: number;
  /** In place of the runs' own counts: those of the tests of some owners. A run is then green if none of these failed. */
  readonly ofOwners?: RunCounts | undefined;
}

/**
 * Prefix sums of runs per part, so that the totals of any period are known without reading each run. Valid as long
 * as the columns are.
 */
export interface RunSums {
  readonly columns: RunColumns;
  readonly ofOwners: RunCounts | undefined;
  /** Where the runs of each part begin in `places`, and where the last one ends. */
  readonly starts: Int32Array;
  /** Places of the runs, part by part, in each by when they started. */
  readonly places: Int32Array;
  /** Sums of all runs before every block of runs, `slots` numbers each. */
  readonly before: Float64Array;
  /** Known durations of the runs, in the order of `places`. */
  readonly durations: RankedValues;
}

/** The sums of runs, one after the other: objects would be slow to add up a hundred thousand times. */
export const slot = {
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
  flakyUs: 11,
  timed: 12,
  durationUs: 13,
  failedTests: 14,
} as const;
const slots = 15;

/** Runs between two sums that are kept: fewer would take more memory, more of them more time for each end of a span. */
const blockRuns = 16;

/** Adds up the runs of each part. All sums are whole numbers, so that differences are exact. */
export function sumRuns(columns: RunColumns, { partOf, parts, ofOwners }: RunParts): RunSums {
  const { byTime, flags, length } = columns;
  const partAt = new Int32Array(length).fill(-1);
  const starts = new Int32Array(parts + 1);
  for (let place = 0; place < length; place++) {
    if (((flags[place] as number) & runFlags.gone) !== 0) continue;
    const part = partOf(place);
    if (part < 0) continue;
    partAt[place] = part;
    starts[part + 1] = (starts[part + 1] as number) + 1;
  }
  for (let part = 0; part < parts; part++) starts[part + 1] = (starts[part + 1] as number) + (starts[part] as number);
  const places = new Int32Array(starts[parts] as number);
  const next = starts.slice();
  for (let turn = 0; turn < length; turn++) {
    const place = byTime[turn] as number;
    const part = partAt[place] as number;
    if (part < 0) continue;
    const at = next[part] as number;
    places[at] = place;
    next[part] = at + 1;
  }
  const before = blockSums(columns, ofOwners, places);
  return { columns, ofOwners, starts, places, before, durations: rankedDurations(columns, places) };
}

function blockSums(columns: RunColumns, ofOwners: RunCounts | undefined, places: Int32Array): Float64Array {
  const before = new Float64Array((Math.floor(places.length / blockRuns) + 1) * slots);
  const sums = new Float64Array(slots);
  for (let turn = 0; turn < places.length; turn += blockRuns) {
    before.set(sums, (turn / blockRuns) * slots);
    addRuns(sums, columns, ofOwners, places, turn, Math.min(turn + blockRuns, places.length));
  }
  if (places.length % blockRuns === 0) before.set(sums, before.length - slots);
  return before;
}

function rankedDurations({ duration, byDuration, length }: RunColumns, places: Int32Array): RankedValues {
  const timedTurn = new Int32Array(length).fill(-1);
  let timed = 0;
  for (let turn = 0; turn < places.length; turn++) {
    const place = places[turn] as number;
    if (!Number.isNaN(duration[place])) timedTurn[place] = timed++;
  }
  const ranks = new Int32Array(timed);
  const sorted = new Int32Array(timed);
  let rank = 0;
  for (let turn = 0; turn < length; turn++) {
    const place = byDuration[turn] as number;
    const of = timedTurn[place] as number;
    if (of < 0) continue;
    sorted[rank] = place;
    ranks[of] = rank++;
  }
  return rankedValues(ranks, (wanted) => duration[sorted[wanted] as number] as number);
}

/** The sums of all runs before one in `places`. */
export function sumsBefore({ columns, ofOwners, places, before }: RunSums, turn: number): Float64Array {
  const block = Math.floor(turn / blockRuns);
  const sums = before.slice(block * slots, (block + 1) * slots);
  addRuns(sums, columns, ofOwners, places, block * blockRuns, turn);
  return sums;
}

/** Adds the runs from one turn to before another. */
function addRuns(
  sums: Float64Array,
  { counts, flags, duration }: RunColumns,
  ofOwners: RunCounts | undefined,
  places: Int32Array,
  from: number,
  until: number,
): void {
  const { total, passed, failed, flaky, firstPassed, quarantined, flakyUs } = ofOwners ?? counts;
  const byRun = ofOwners === undefined;
  for (let turn = from; turn < until; turn++) {
    const place = places[turn] as number;
    const flag = flags[place] as number;
    const green = byRun ? (flag & runFlags.green) !== 0 : failed[place] === 0;
    plus(sums, slot.runs, 1);
    if (green) plus(sums, slot.green, 1);
    else if (byRun && (flag & runFlags.interrupted) !== 0) plus(sums, slot.interrupted, 1);
    else plus(sums, slot.failed, 1);
    const flakyTests = flaky[place] as number;
    if (green && flakyTests > 0) plus(sums, slot.flakyRuns, 1);
    if ((flag & runFlags.deleted) !== 0) plus(sums, slot.deleted, 1);
    const took = duration[place] as number;
    if (!Number.isNaN(took)) {
      plus(sums, slot.timed, 1);
      plus(sums, slot.durationUs, Math.round(took * 1000));
    }
    plus(sums, slot.tests, total[place] as number);
    plus(sums, slot.passed, passed[place] as number);
    plus(sums, slot.failedTests, failed[place] as number);
    plus(sums, slot.firstPassed, firstPassed[place] as number);
    plus(sums, slot.flakyTests, flakyTests);
    plus(sums, slot.quarantined, quarantined[place] as number);
    plus(sums, slot.flakyUs, flakyUs[place] as number);
  }
}

function plus(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] as number) + value;
}
