import { expect, test } from "vitest";
import { indicesBy, runFlags, type RunParts, sumRuns } from "./run-sums.ts";
import { nearestRank, type Span, tallyRuns, testsThatCount } from "./run-tally.ts";

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
  const orders = { byTime: indicesBy(at, runs.length), byDuration: indicesBy(duration, runs.length) };
  return { length: runs.length, at, flags: of("flags"), duration, ...orders, counts };
}

const one = () => 0;

/** Returns totals for a single part with all runs. */
function tallied(
  runs: ReturnType<typeof columns>,
  { ofOwners, leftOut }: Pick<RunParts, "ofOwners"> & { leftOut?: ReadonlyMap<number, number> } = {},
) {
  const sums = sumRuns(runs, { partOf: one, parts: 1, ofOwners });
  return tallyRuns(sums, spans, leftOut && { failures: leftOut, partOf: one })[0] ?? [];
}
const spans = [
  { from: 0, until: 10 },
  { from: 10, until: 20 },
  { from: 25, until: 30 },
];

test("a run counts in the period in which it starts, including its first millisecond, and not between periods", () => {
  const runs = columns([{ at: -1 }, { at: 0 }, { at: 9.9 }, { at: 10 }, { at: 20 }, { at: 29 }, { at: 30 }]);
  expect(tallied(runs).map((tally) => tally.runs)).toEqual([2, 1, 1]);
});

test("a run is passed, failed or interrupted; a flaky run has passed", () => {
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

test("quarantined and excluded failures count neither as passed nor as failed, and are excluded only once", () => {
  const runs = columns([
    { at: 1, total: 10, passed: 6, failed: 4, quarantined: 3 },
    { at: 2, total: 10, passed: 8, failed: 2 },
    { at: 3, total: 10, passed: 9, failed: 1, flags: gone },
    { at: 22, total: 10, passed: 9, failed: 1 },
  ]);
  const leftOut = new Map([
    [0, 4],
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  const [tally] = tallied(runs, { leftOut });
  expect(tally).toMatchObject({ tests: 20, passed: 14, quarantined: 3, leftOut: 2 });
  expect(tally && testsThatCount(tally)).toBe(15);
});

test("with owners, the counts of their tests represent the run", () => {
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

test("parts are separated in one pass, and others are ignored", () => {
  const runs = columns([
    { at: 1, duration: 30, flakyUs: 5 },
    { at: 2, duration: 10, flakyUs: 1 },
    { at: 3, duration: 2 },
    { at: 11, duration: 9 },
    { at: 12, flakyUs: 7 },
  ]);
  const parts = [0, 0, 1, 1, -1];
  const sums = sumRuns(runs, { partOf: (index) => parts[index] ?? -1, parts: 2 });
  expect(
    tallyRuns(sums, spans).map((part) =>
      part.map((tally) => [tally.runs, tally.flakyUs, tally.durations && Object.values(tally.durations)]),
    ),
  ).toEqual([
    [
      [2, 6, [20, 10, 30, 30]],
      [0, 0, null],
      [0, 0, null],
    ],
    [
      [1, 0, [2, 2, 2, 2]],
      [1, 0, [9, 9, 9, 9]],
      [0, 0, null],
    ],
  ]);
  expect(tallyRuns(sums, [])).toEqual([[], []]);
});

test("there are no sums without runs", () => {
  expect(tallied(columns([]))).toMatchObject([{ runs: 0, tests: 0, durations: null }, { runs: 0 }, { runs: 0 }]);
  expect(tallyRuns(sumRuns(columns([{ at: 1 }]), { partOf: () => -1, parts: 0 }), spans)).toEqual([]);
});

/** Returns one of six parts, or -1. */
const oneOfSix = (index: number) => (index % 7) - 1;

test("periods of any length equal the sum of their runs", () => {
  const random = seeded(11);
  const upTo = (max: number) => Math.floor(random() * max);
  const runs = Array.from({ length: 500 }, () => ({
    at: upTo(1000),
    flags: upTo(16),
    duration: upTo(10) === 0 ? Number.NaN : upTo(40) / 8,
    total: upTo(100),
    passed: upTo(90),
    failed: upTo(3),
    flaky: upTo(3),
    firstPassed: upTo(80),
    quarantined: upTo(3),
    flakyUs: upTo(5000),
  }));
  const requestedSpans = Array.from({ length: 60 }, (_, turn): Span => {
    const from = 13 * turn;
    return { from, until: from + (turn % 3 === 2 ? 5 : 13) };
  });
  const found = tallyRuns(sumRuns(columns(runs), { partOf: oneOfSix, parts: 6 }), requestedSpans);
  for (const [part, tallies] of found.entries())
    for (const [turn, tally] of tallies.entries()) {
      const { from, until } = requestedSpans[turn] as Span;
      const those = runs.filter(
        ({ at, flags }, index) => at >= from && at < until && (flags & gone) === 0 && oneOfSix(index) === part,
      );
      const sum = (of: (run: (typeof runs)[number]) => number) => those.reduce((all, run) => all + of(run), 0);
      const durations = those
        .flatMap(({ duration }) => (Number.isNaN(duration) ? [] : duration))
        .toSorted((a, b) => a - b);
      expect(tally).toEqual({
        runs: those.length,
        green: sum(({ flags }) => flags & green),
        failed: sum(({ flags }) => ((flags & (green | interrupted)) === 0 ? 1 : 0)),
        interrupted: sum(({ flags }) => ((flags & (green | interrupted)) === interrupted ? 1 : 0)),
        flakyRuns: sum(({ flags, flaky }) => (flaky > 0 ? flags & green : 0)),
        deleted: sum(({ flags }) => ((flags & deleted) === 0 ? 0 : 1)),
        tests: sum(({ total }) => total),
        passed: sum((run) => run.passed),
        failedTests: sum((run) => run.failed),
        firstPassed: sum(({ firstPassed }) => firstPassed),
        flakyTests: sum(({ flaky }) => flaky),
        quarantined: sum(({ quarantined }) => quarantined),
        leftOut: 0,
        flakyUs: sum(({ flakyUs }) => flakyUs),
        durations:
          durations.length === 0
            ? null
            : {
                mean: durations.reduce((all, each) => all + each, 0) / durations.length,
                p50: durations[Math.ceil(0.5 * durations.length) - 1],
                p90: durations[Math.ceil(0.9 * durations.length) - 1],
                p95: durations[Math.ceil(0.95 * durations.length) - 1],
              },
      });
    }
});

/** Returns a deterministic generator of numbers from 0 (inclusive) to 1 (exclusive). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

test.for([
  [1, 95, 0, "one value is all percentiles"],
  [2, 50, 0, "half of two is the first"],
  [4, 90, 3, "nearest rank, nothing in between"],
  [100, 95, 94, "of a hundred"],
  [3, 0, 0, "0 % is the least"],
] as const)("in %d values, p%d is number %d: %s", ([count, percent, expected]) => {
  expect(nearestRank(count, percent)).toBe(expected);
});

test("orders runs by a value, runs without one last, even when updating an earlier order", () => {
  const values = Float64Array.from([3, Number.NaN, 1, 2, 9]);
  expect([...indicesBy(values, 4)]).toEqual([2, 3, 0, 1]);
  values[2] = 4;
  expect([...indicesBy(values, 5, indicesBy(values, 4))]).toEqual([3, 0, 2, 4, 1]);
});
