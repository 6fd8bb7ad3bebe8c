import { expect, test } from "vitest";
import { failedOutside } from "./outside-tests.ts";
import { relateSources } from "./relate-sources.ts";
import { repeatedSources } from "./repeated-sources.ts";
import type { SharedTests, Source } from "./source.ts";
import { testSource } from "#testing/source.ts";

const nine = Date.UTC(2026, 10, 2, 9);
const source = (id: number, minutes: number, input: Partial<Source> = {}): Source =>
  testSource(id, {
    path: `${id}.json`,
    format: "playwright-json",
    startedAt: nine + minutes * 60_000,
    durationMs: 1000,
    ranTests: 2,
    passedTests: 2,
    ...input,
  });
const broken = { broken: true, hasRunError: true, ranTests: 0, passedTests: 0 } as const;
const cutOff = { broken: true } as const;
const ranTwo = { broken: true, hasRunError: true } as const;

interface Input {
  readonly sources: readonly Source[];
  /** Number of tests that ran in both, and of those that had failed in the first. */
  readonly shared?: readonly [both: number, failed: number];
  readonly subjects?: readonly string[] | null;
  readonly holds?: readonly string[];
}

function repeated({ sources, shared, subjects = null, holds = [] }: Input): (readonly [number, number])[] {
  const counted: SharedTests | undefined =
    shared === undefined ? undefined : { both: shared[0], failed: [shared[1], 0], agreeing: 0 };
  const found = repeatedSources(sources, {
    breakageOf: () => ({ subjects }),
    shared: () => counted,
    relation: (a, b) => {
      const [one, other] = [a, b].map((id) => sources.find((each) => each.id === id) as Source);
      const none: SharedTests = { both: 0, failed: [0, 0], agreeing: 0 };
      return relateSources(one as Source, other as Source, counted ?? none, new Set());
    },
    holds: (id, subject) => holds.includes(`${id} ${subject}`),
  });
  return [...found];
}

const file = { subjects: ["a.test.js"], holds: ["2 a.test.js"] };

test.for<readonly [Input, boolean, string]>([
  [{ sources: [source(1, 0, { ...broken, shard: 2 }), source(2, 5, { shard: 2 })] }, true, "its shard ran again"],
  [{ sources: [source(1, 0, { ...broken, shard: 2 }), source(2, 5, { shard: 1 })] }, false, "another shard ran"],
  [
    { sources: [source(1, 0, { ...broken, shard: 2, host: "a" }), source(2, 5, { shard: 2, host: "b" })] },
    false,
    "the same shard ran on another machine",
  ],
  [{ sources: [source(1, 0, broken), source(2, 5)] }, false, "nothing shows that the same tests ran"],
  [
    { sources: [source(1, 0, { ...broken, job: "e2e", jobAttempt: 1 }), source(2, 0, { job: "e2e", jobAttempt: 2 })] },
    true,
    "the job ran again",
  ],
  [{ sources: [source(1, 0, broken), source(2, 0, { rerun: true })] }, true, "the sender declared a re-run"],
  [
    { sources: [source(1, 0, { ...broken, shard: 2, job: "linux" }), source(2, 5, { shard: 2, job: "macos" })] },
    false,
    "another job ran",
  ],
  [
    { sources: [source(1, 0, cutOff), source(2, 5)], shared: [2, 0] },
    true,
    "all that ran before it was cut off ran again",
  ],
  [{ sources: [source(1, 5, cutOff), source(2, 0)], shared: [2, 0] }, false, "the other one ran before"],
  [{ sources: [source(1, 0, cutOff), source(2, 5)], shared: [2, 1] }, false, "a test had failed before it was cut off"],
  [{ sources: [source(1, 0, cutOff), source(2, 5)], shared: [1, 0] }, false, "one of its tests did not run again"],
  [
    { sources: [source(1, 0, ranTwo), source(2, 5)], shared: [2, 0] },
    false,
    "all tests passed again after an error outside them",
  ],
  [{ sources: [source(1, 0, broken), source(2, 5)], ...file }, true, "the file that could not be loaded ran"],
  [
    { sources: [source(1, 0, broken), source(2, 5, { format: "junit" })], ...file },
    false,
    "another format of the run lists the file",
  ],
  [{ sources: [source(1, 0, ranTwo), source(2, 5)], ...file }, true, "only the file that could not be loaded ran"],
  [
    { sources: [source(1, 0, ranTwo), source(2, 5)], shared: [2, 0], ...file },
    false,
    "tests that had passed ran again beside the file",
  ],
  [
    {
      sources: [source(1, 0, ranTwo), source(2, 5)],
      shared: [1, 1],
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
])("%#: %s is %s", ([input, expected]) => {
  expect(repeated(input)).toEqual(expected ? [[1, 2]] : []);
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
