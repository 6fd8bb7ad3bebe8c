import { expect, test } from "vitest";
import { failedOutside } from "./outside-tests.ts";
import { repeatedSources } from "./repeated-sources.ts";
import type { SharedTests, Source } from "./source.ts";

const nine = Date.UTC(2026, 10, 2, 9);
const source = (id: number, minutes: number, given: Partial<Source> = {}): Source => ({
  id,
  path: `${id}.json`,
  format: "playwright-json",
  request: id,
  receivedAt: nine + 3_600_000 + id,
  startedAt: nine + minutes * 60_000,
  localStartedAt: null,
  durationMs: 1000,
  shard: null,
  job: null,
  jobAttempt: null,
  place: null,
  root: null,
  broken: false,
  ranTests: 2,
  ...given,
});
const broken = { broken: true, ranTests: 0 } as const;

interface Given {
  readonly sources: readonly Source[];
  readonly shared?: number;
  readonly subjects?: readonly string[] | null;
  readonly holds?: readonly string[];
}

function repeated({ sources, shared, subjects = null, holds = [] }: Given): (readonly [number, number])[] {
  const counted: SharedTests | undefined =
    shared === undefined ? undefined : { both: shared, failed: [0, 0], agreeing: 0 };
  return [
    ...repeatedSources(
      sources,
      () => ({ subjects }),
      () => counted,
      (id, subject) => holds.includes(`${id} ${subject}`),
    ),
  ];
}

test.for([
  [{ sources: [source(1, 0, { ...broken, shard: 2 }), source(2, 5, { shard: 2 })] }, true, "its shard ran again"],
  [{ sources: [source(1, 0, { ...broken, shard: 2 }), source(2, 5, { shard: 1 })] }, false, "another shard ran"],
  [
    { sources: [source(1, 0, { ...broken, root: "/ci/shop" }), source(2, 5, { root: "/ci/shop" })] },
    true,
    "the same tests ran after a failed set-up",
  ],
  [
    { sources: [source(1, 0, { ...broken, root: "/ci/shop" }), source(2, 5, { root: "/ci/admin" })] },
    false,
    "another package ran",
  ],
  [{ sources: [source(1, 0, broken), source(2, 5)] }, false, "nothing tells whether the same tests ran"],
  [
    { sources: [source(1, 5, { ...broken, root: "/ci" }), source(2, 0, { root: "/ci" })] },
    false,
    "the other one ran before",
  ],
  [
    { sources: [source(1, 0, { ...broken, job: "e2e", jobAttempt: 1 }), source(2, 0, { job: "e2e", jobAttempt: 2 })] },
    true,
    "the job ran again",
  ],
  [
    { sources: [source(1, 0, { ...broken, root: "/ci", job: "linux" }), source(2, 5, { root: "/ci", job: "macos" })] },
    false,
    "another job ran",
  ],
  [{ sources: [source(1, 0, { broken: true }), source(2, 5)], shared: 2 }, true, "all that ran in it ran again"],
  [{ sources: [source(1, 0, { broken: true }), source(2, 5)], shared: 1 }, false, "one of its tests did not run again"],
  [
    { sources: [source(1, 0, broken), source(2, 5)], subjects: ["a.test.js"], holds: ["2 a.test.js"] },
    true,
    "the file that could not be loaded ran",
  ],
  [
    {
      sources: [source(1, 0, { broken: true }), source(2, 5)],
      shared: 1,
      subjects: ["a.test.js"],
      holds: ["1 a.test.js", "2 a.test.js"],
    },
    false,
    "a part of the file had run, and another part ran again",
  ],
  [
    { sources: [source(1, 0, broken), source(2, 5)], subjects: ["a.test.js", "b.test.js"], holds: ["2 a.test.js"] },
    false,
    "another file did not run again",
  ],
  [
    { sources: [source(1, 0, broken), source(2, 5, { place: "net8.0" })], subjects: null },
    false,
    "nothing says that it is the same",
  ],
] as const)("%#: %s is %s", ([given, expected]) => {
  expect(repeated(given)).toEqual(expected ? [[1, 2]] : []);
});

test.for([
  ["src/till.test.js failed outside its tests: no module", "src/till.test.js"],
  ['The suite "Till" failed outside its tests: no database', "Till"],
  ["The package shop/till failed outside its tests", "shop/till"],
  ["src/till.test.js could not run: no module", "src/till.test.js"],
  ["connect ECONNREFUSED 127.0.0.1:5432", null],
] as const)("%s names %s", ([reason, expected]) => {
  expect(failedOutside(reason)).toBe(expected);
});
