import { expect, test } from "vitest";
import { mean, percentile, placesBy, runFlags, type TallyQuestion, tallyRuns, testsThatCount } from "./run-tally.ts";

interface Run {
  readonly at: number;
  readonly flags?: number;
  readonly duration?: number;
  readonly total?: number;
  readonly passed?: number;
  readonly failed?: number;
  readonly flaky?: number;
  readonly firstPassed?: number;
  readonly quarantined?: number;
  readonly flakyUs?: number;
}

const { green, interrupted, gone, deleted } = runFlags;

function columns(runs: readonly Run[]) {
  const of = (name: keyof Run, otherwise = 0) => Float64Array.from(runs, (run) => run[name] ?? otherwise);
  const counts = {
    total: of("total"),
    passed: of("passed"),
    failed: of("failed"),
    flaky: of("flaky"),
    firstPassed: of("firstPassed"),
    quarantined: of("quarantined"),
    flakyUs: of("flakyUs"),
  };
  const duration = of("duration", Number.NaN);
  const at = of("at");
  const orders = { byTime: placesBy(at, runs.length), byDuration: placesBy(duration, runs.length) };
  return { length: runs.length, at, flags: of("flags"), duration, ...orders, counts };
}

/** Of one part that all runs are of. */
const tallied = (runs: ReturnType<typeof columns>, more: Partial<TallyQuestion> = {}) =>
  tallyRuns(runs, { spans, partOf: () => 0, parts: 1, ...more })[0] ?? [];
const spans = [
  { from: 0, until: 10 },
  { from: 10, until: 20 },
  { from: 25, until: 30 },
];

test("a run counts in the span that it started in, at its first moment too, and between spans nowhere", () => {
  const runs = columns([{ at: -1 }, { at: 0 }, { at: 9.9 }, { at: 10 }, { at: 20 }, { at: 29 }, { at: 30 }]);
  expect(tallied(runs).map((tally) => tally.runs)).toEqual([2, 1, 1]);
});

test("a run has passed, failed or was interrupted; flaky is one that passed", () => {
  const runs = columns([
    { at: 1, flags: green, flaky: 2 },
    { at: 2, flags: green },
    { at: 3, flags: 0, flaky: 1, failed: 1 },
    { at: 4, flags: interrupted, flaky: 1 },
    { at: 5, flags: green | gone },
    { at: 6, flags: green | deleted },
  ]);
  expect(tallied(runs)[0]).toMatchObject({
    runs: 5,
    green: 3,
    failed: 1,
    interrupted: 1,
    flakyRuns: 1,
    flakyTests: 4,
    deleted: 1,
  });
});

test("what is in quarantine or left out counts on neither side, and no failure twice", () => {
  const runs = columns([
    { at: 1, total: 10, passed: 6, failed: 4, quarantined: 3 },
    { at: 2, total: 10, passed: 8, failed: 2 },
  ]);
  const leftOut = new Map([
    [0, 4],
    [1, 1],
  ]);
  const [tally] = tallied(runs, { leftOut });
  expect(tally).toMatchObject({ tests: 20, passed: 14, quarantined: 3, leftOut: 2 });
  expect(tally && testsThatCount(tally)).toBe(15);
});

test("with owners, their tests stand for the run", () => {
  const runs = columns([
    { at: 1, flags: 0, total: 10, passed: 9, failed: 1 },
    { at: 2, flags: interrupted, total: 10, passed: 10 },
  ]);
  const { counts: ofOwners } = columns([
    { at: 1, total: 3, passed: 3, flaky: 1 },
    { at: 2, total: 2, passed: 1, failed: 1 },
  ]);
  const [tally] = tallied(runs, { ofOwners });
  expect(tally).toMatchObject({ tests: 5, passed: 4, green: 1, failed: 1, interrupted: 0, flakyRuns: 1 });
});

test("parts are told apart in one pass, and what is of none is left out", () => {
  const runs = columns([
    { at: 1, duration: 30, flakyUs: 5 },
    { at: 2, duration: 10, flakyUs: 1 },
    { at: 3, duration: 2 },
    { at: 11, duration: 9 },
    { at: 12, flakyUs: 7 },
  ]);
  const parts = [0, 0, 1, 1, -1];
  const found = tallyRuns(runs, { spans, partOf: (place) => parts[place] ?? -1, parts: 2 });
  expect(found.map((part) => part.map((tally) => [tally.runs, tally.flakyUs, [...tally.durations]]))).toEqual([
    [
      [2, 6, [10, 30]],
      [0, 0, []],
      [0, 0, []],
    ],
    [
      [1, 0, [2]],
      [1, 0, [9]],
      [0, 0, []],
    ],
  ]);
  expect(tallyRuns(runs, { spans: [], partOf: () => 0, parts: 1 })).toEqual([[]]);
});

test.for([
  [[], 50, null, "none"],
  [[7], 95, 7, "one value is all percentiles"],
  [[1, 2], 50, 1, "half of two is the first"],
  [[1, 2, 3, 4], 90, 4, "nearest rank, nothing in between"],
  [Array.from({ length: 100 }, (_, index) => index + 1), 95, 95, "of a hundred"],
  [[1, 2, 3], 0, 1, "0 % is the least"],
] as const)("of %j, p%d is %s: %s", ([values, percent, expected]) => {
  expect(percentile(values, percent)).toBe(expected);
});

test("runs are ordered by a value, those without one last, also on the basis of an earlier order", () => {
  const values = Float64Array.from([3, Number.NaN, 1, 2, 9]);
  expect([...placesBy(values, 4)]).toEqual([2, 3, 0, 1]);
  values[2] = 4;
  expect([...placesBy(values, 5, placesBy(values, 4))]).toEqual([3, 0, 2, 4, 1]);
});

test("the mean of nothing is unknown", () => {
  expect([mean([]), mean([1, 2, 6])]).toEqual([null, 3]);
});
