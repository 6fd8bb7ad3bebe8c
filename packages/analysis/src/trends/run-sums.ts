import { type RankedValues, rankedValues } from "./ranked-values.ts";

/** Bits of `RunColumns.flags`. */
export const runFlags = { green: 1, interrupted: 2, gone: 4, deleted: 8 } as const;

export type Numbers = Float64Array | Int32Array | Uint8Array;

/** Counted runs by column. Each run has the same index in all columns. */
export interface RunColumns {
  readonly length: number;
  /** Start in milliseconds since 1970. */
  readonly at: Numbers;
  readonly flags: Numbers;
  /** Milliseconds; NaN if unknown. */
  readonly duration: Numbers;
  /** All indices sorted by `at`, and by duration; see `indicesBy`. Stored by callers to avoid sorting each time. */
  readonly byTime: Numbers;
  readonly byDuration: Numbers;
  readonly counts: RunCounts;
}

/**
 * Returns all indices in ascending order of a value; NaN comes last.
 *
 * @param before Result for fewer runs. New and changed entries are merged into it without sorting everything again.
 */
export function indicesBy(values: Numbers, length: number, before: Numbers = new Int32Array(0)): Int32Array {
  const key = (index: number) => {
    const value = values[index] as number;
    return Number.isNaN(value) ? Number.MAX_VALUE : value;
  };
  // A plain array, because its sort is fast for partly sorted input, unlike that of typed arrays.
  const indices = Array.from({ length }, (_, turn) => before[turn] ?? turn);
  return Int32Array.from(indices.toSorted((a, b) => key(a) - key(b)));
}

/** Test counts per run by outcome. */
export interface RunCounts {
  readonly total: Numbers;
  /** Includes flaky tests. */
  readonly passed: Numbers;
  /** Failed or errored tests. */
  readonly failed: Numbers;
  readonly flaky: Numbers;
  readonly firstPassed: Numbers;
  /** Failures of tests in quarantine. */
  readonly quarantined: Numbers;
  /** Microseconds of failed attempts of flaky tests before the one that passed. */
  readonly flakyUs: Numbers;
}

/** Selects runs and divides them into parts. */
export interface RunParts {
  /** Returns the part of a run by its index; -1 if the run does not count. */
  readonly partOf: (index: number) => number;
  readonly parts: number;
  /** Test counts of certain owners, used instead of the runs' counts. A run then passes if none of these tests failed. */
  readonly ofOwners?: RunCounts | undefined;
}

/**
 * Prefix sums of runs per part, which give the totals of any period without reading each run. Valid until the
 * columns change.
 */
export interface RunSums {
  readonly columns: RunColumns;
  readonly ofOwners: RunCounts | undefined;
  /** Index into `places` of the first run of each part, and of the end. */
  readonly starts: Int32Array;
  /** Indices of the runs, by part and start time. */
  readonly places: Int32Array;
  /** Sums of all runs before each block of runs, `slots` numbers each. */
  readonly before: Float64Array;
  /** Known durations of the runs, in the order of `places`. */
  readonly durations: RankedValues;
}

/** Positions of the sums in an array. Objects would be too slow for a hundred thousand additions. */
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

/** Number of runs between two stored sums. A smaller number needs more memory, and a larger one more time per query. */
const blockRuns = 16;

/** Adds up the runs of each part. All sums are whole numbers, so their differences are exact. */
export function sumRuns(columns: RunColumns, { partOf, parts, ofOwners }: RunParts): RunSums {
  const { byTime, flags, length } = columns;
  const partAt = new Int32Array(length).fill(-1);
  const starts = new Int32Array(parts + 1);
  for (let index = 0; index < length; index++) {
    if (((flags[index] as number) & runFlags.gone) !== 0) continue;
    const part = partOf(index);
    if (part < 0) continue;
    partAt[index] = part;
    starts[part + 1] = (starts[part + 1] as number) + 1;
  }
  for (let part = 0; part < parts; part++) starts[part + 1] = (starts[part + 1] as number) + (starts[part] as number);
  const indices = new Int32Array(starts[parts] as number);
  const next = starts.slice();
  for (let turn = 0; turn < length; turn++) {
    const position = byTime[turn] as number;
    const part = partAt[position] as number;
    if (part < 0) continue;
    const at = next[part] as number;
    indices[at] = position;
    next[part] = at + 1;
  }
  const before = blockSums(columns, ofOwners, indices);
  return { columns, ofOwners, starts, places: indices, before, durations: rankedDurations(columns, indices) };
}

function blockSums(columns: RunColumns, ofOwners: RunCounts | undefined, indices: Int32Array): Float64Array {
  const before = new Float64Array((Math.floor(indices.length / blockRuns) + 1) * slots);
  const sums = new Float64Array(slots);
  for (let turn = 0; turn < indices.length; turn += blockRuns) {
    before.set(sums, (turn / blockRuns) * slots);
    addRuns(sums, columns, ofOwners, indices, turn, Math.min(turn + blockRuns, indices.length));
  }
  if (indices.length % blockRuns === 0) before.set(sums, before.length - slots);
  return before;
}

function rankedDurations({ duration, byDuration, length }: RunColumns, indices: Int32Array): RankedValues {
  const timedTurn = new Int32Array(length).fill(-1);
  let timed = 0;
  for (let turn = 0; turn < indices.length; turn++) {
    const index = indices[turn] as number;
    if (!Number.isNaN(duration[index])) timedTurn[index] = timed++;
  }
  const ranks = new Int32Array(timed);
  const sorted = new Int32Array(timed);
  let rank = 0;
  for (let turn = 0; turn < length; turn++) {
    const position = byDuration[turn] as number;
    const of = timedTurn[position] as number;
    if (of < 0) continue;
    sorted[rank] = position;
    ranks[of] = rank++;
  }
  return rankedValues(ranks, (requested) => duration[sorted[requested] as number] as number);
}

/** Returns the sums of all runs before an index of `places`. */
export function sumsBefore({ columns, ofOwners, places, before }: RunSums, turn: number): Float64Array {
  const block = Math.floor(turn / blockRuns);
  const sums = before.slice(block * slots, (block + 1) * slots);
  addRuns(sums, columns, ofOwners, places, block * blockRuns, turn);
  return sums;
}

/** Adds the runs in a range of `places`; `until` is exclusive. */
function addRuns(
  sums: Float64Array,
  { counts, flags, duration }: RunColumns,
  ofOwners: RunCounts | undefined,
  indices: Int32Array,
  from: number,
  until: number,
): void {
  const { total, passed, failed, flaky, firstPassed, quarantined, flakyUs } = ofOwners ?? counts;
  const byRun = ofOwners === undefined;
  for (let turn = from; turn < until; turn++) {
    const index = indices[turn] as number;
    const flag = flags[index] as number;
    const green = byRun ? (flag & runFlags.green) !== 0 : failed[index] === 0;
    plus(sums, slot.runs, 1);
    if (green) plus(sums, slot.green, 1);
    else if (byRun && (flag & runFlags.interrupted) !== 0) plus(sums, slot.interrupted, 1);
    else plus(sums, slot.failed, 1);
    const flakyTests = flaky[index] as number;
    if (green && flakyTests > 0) plus(sums, slot.flakyRuns, 1);
    if ((flag & runFlags.deleted) !== 0) plus(sums, slot.deleted, 1);
    const took = duration[index] as number;
    if (!Number.isNaN(took)) {
      plus(sums, slot.timed, 1);
      plus(sums, slot.durationUs, Math.round(took * 1000));
    }
    plus(sums, slot.tests, total[index] as number);
    plus(sums, slot.passed, passed[index] as number);
    plus(sums, slot.failedTests, failed[index] as number);
    plus(sums, slot.firstPassed, firstPassed[index] as number);
    plus(sums, slot.flakyTests, flakyTests);
    plus(sums, slot.quarantined, quarantined[index] as number);
    plus(sums, slot.flakyUs, flakyUs[index] as number);
  }
}

function plus(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] as number) + value;
}
