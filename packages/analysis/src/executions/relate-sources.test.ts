import { expect, test } from "vitest";
import { countShared, type Relation, relateSources } from "./relate-sources.ts";
import { retriesOfFailures, type SourceResult } from "./repeats.ts";
import { type Execution, ran, type SharedTests, type Source } from "./source.ts";
import { testSource } from "#testing/source.ts";

const second = 1000;
const minute = 60 * second;
const nine = Date.UTC(2026, 10, 2, 9);

const source = (id: number, input: Partial<Source> = {}): Source => testSource(id, input);

/** Builds executions from the first letters of their statuses, with 100 ms each unless a duration follows. */
function executions(text: string): Execution[] {
  const statuses = { p: "passed", f: "failed", e: "error", s: "skipped" } as const;
  return text.split(" ").map((word) => ({
    status: statuses[word[0] as keyof typeof statuses],
    startedAt: null,
    durationMs: Number(word.slice(1) || 100),
  }));
}

/** Relates two sources that contain the same tests, by the outcomes of these tests. */
function relate(ofA: Partial<Source>, ofB: Partial<Source>, resultsA: string, resultsB: string): Relation {
  const [one, other] = [executions(resultsA), executions(resultsB)];
  const [a, b] = [counted(source(1, ofA), one, ofA), counted(source(2, ofB), other, ofB)];
  const shared: SharedTests = { both: 0, failed: [0, 0], agreeing: 0 };
  const tests = one.map((execution, index): SourceResult[] => [
    { ...execution, sourceId: a.id },
    { ...(other[index] as Execution), sourceId: b.id },
  ]);
  for (const [ofFirst, ofSecond] of tests)
    countShared(shared, ofFirst as Execution, ofSecond as Execution, a.format !== b.format);
  return relateSources(a, b, shared, retriesOfFailures([a, b], tests));
}

function counted(source: Source, results: readonly Execution[], input: Partial<Source>): Source {
  const passedTests = results.filter(({ status }) => status === "passed").length;
  return { ...source, ranTests: results.filter(ran).length, passedTests, ...input };
}

const at = (minutes: number, durationMs = second) => ({ startedAt: nine + minutes * minute, durationMs });
const path = (text: string) => ({ path: text });

const cases: readonly [string, string, Partial<Source>, Partial<Source>, string, string][] = [
  // The same executions, reported twice.
  [
    "same",
    "two formats of one run",
    { ...at(0), format: "playwright-json" },
    at(0),
    "p300 f200 p100",
    "p300 f200 p100",
  ],
  ["same", "two formats, one without times", { ...at(0), format: "testng" }, {}, "p300 f400", "p300 f400"],
  ["same", "a local time without its zone", { ...at(0), format: "nunit" }, at(120), "p300 f400", "p300 f400"],
  [
    "same",
    "one format, a folder below the other",
    { ...path("out/a.xml"), request: 1 },
    { ...path("out/junitreports/b.xml"), request: 1 },
    "p300 f400",
    "p300 f400",
  ],
  [
    "same",
    "the file of the first attempt, sent again by the second",
    { job: "e2e", jobAttempt: 1, ...at(0) },
    { job: "e2e", jobAttempt: 2, ...at(0) },
    "p300 p400",
    "p300 p400",
  ],
  // Executions at different places.
  ["variant", "two target frameworks", { place: "net8.0", ...at(0) }, { place: "net10.0", ...at(1) }, "f p", "p p"],
  [
    "variant",
    "two modules, even where the second holds only what failed",
    { ...path("orders/target/surefire-reports/TEST-a.xml"), ...at(0) },
    { ...path("stock/target/surefire-reports/TEST-a.xml"), ...at(5) },
    "f",
    "p",
  ],
  [
    "variant",
    "two packages that agree",
    path("packages/admin/junit.xml"),
    path("packages/store/junit.xml"),
    "p p",
    "p p",
  ],
  [
    "variant",
    "two build types",
    path("app/build/test-results/testDebugUnitTest/a.xml"),
    path("app/build/test-results/testReleaseUnitTest/a.xml"),
    "f",
    "p",
  ],
  [
    "variant",
    "two devices",
    { traits: new Map([["device", "pixel2Api30"]]), ...at(0) },
    { traits: new Map([["device", "pixel6Api34"]]), ...at(5) },
    "f f",
    "p p",
  ],
  [
    "variant",
    "folders of two devices",
    { ...path("managedDevice/pixel2Api30/TEST.xml"), ...at(0) },
    { ...path("managedDevice/pixel6Api34/TEST.xml"), ...at(5) },
    "f",
    "p",
  ],
  [
    "variant",
    "two versions in file names",
    { ...path("junit-3.9.xml"), ...at(0) },
    { ...path("junit-3.13.xml"), ...at(5) },
    "f p",
    "p s",
  ],
  [
    "variant",
    "two browsers by the names of their files",
    { ...path("junit-chrome.xml"), ...at(0) },
    { ...path("junit-firefox.xml"), ...at(5) },
    "f",
    "p",
  ],
  // Declared re-runs.
  [
    "b",
    "a later attempt of the job, whatever the clocks say",
    { job: "e2e", jobAttempt: 1, ...at(9) },
    { job: "e2e", jobAttempt: 2, ...at(0) },
    "f p",
    "p p200",
  ],
  ["b", "declared by the sender, on another machine", { host: "a" }, { rerun: true, host: "b" }, "f p", "p p"],
  [
    "b",
    "the same file of one job and attempt, from one machine",
    { ...path("junit.xml"), job: "e2e", jobAttempt: 1, host: "ci-1", ...at(0) },
    { ...path("junit.xml"), job: "e2e", jobAttempt: 1, host: "ci-1", ...at(5) },
    "f p",
    "p p",
  ],
  [
    "b",
    "the folder of a re-run",
    { ...path("run/output.xml"), ...at(0) },
    { ...path("rerun/output.xml"), ...at(5) },
    "f",
    "p",
  ],
  [
    "b",
    "all of it again in a folder of retries",
    { ...path("out/a.xml"), ...at(0) },
    { ...path("out/retry-1/a.xml"), ...at(5) },
    "f p",
    "p p",
  ],
  [
    "b",
    "a folder beside that of the first attempt",
    path("matrix_0/Pixel-28-en/test_result_1.xml"),
    path("matrix_0/Pixel-28-en-rerun_1/test_result_1.xml"),
    "p f",
    "p200 p",
  ],
  [
    "a",
    "the last attempt that Bazel keeps",
    { ...path("test.xml"), request: 1 },
    { ...path("test_attempts/attempt_1.xml"), request: 1 },
    "p",
    "f",
  ],
  [
    "a",
    "the last attempt that Bazel keeps, by its clock",
    { ...path("t/test.xml"), ...at(5) },
    { ...path("t/test_attempts/attempt_1.xml"), ...at(0) },
    "p p",
    "f p",
  ],
  // The only re-run without a declaration: comparable clocks, nothing but failures, a passed test left out, and no difference.
  ["b", "later, and only some of what failed", at(0), at(5), "f f p", "p f s"],
  ["a", "the same, sent in the other order", at(5), at(0), "p f s", "f f p"],
  [
    "b",
    "local clocks of one machine",
    { host: "box", localStartedAt: nine, durationMs: second },
    { host: "box", localStartedAt: nine + minute },
    "f p",
    "p s",
  ],
  [
    "b",
    "passes carried over with their durations",
    { ...path("run-1.xml"), ...at(0) },
    { ...path("run-2.xml"), ...at(5) },
    "p1.212 f0.972",
    "p1.212 p0.294",
  ],
  ["b", "complete after it was cut off", { broken: true, ranTests: 2, ...at(0) }, at(5), "p p", "p p"],
  // Parts of one run.
  ["part", "two shards", { shard: 1, ...at(0) }, { shard: 2, ...at(5) }, "f", "p"],
  [
    "part",
    "two repetitions",
    { ...path("belt_test/run_1_of_3/test.xml"), ...at(0) },
    { ...path("belt_test/run_2_of_3/test.xml"), ...at(5) },
    "f p",
    "p s",
  ],
  ["complement", "each skips what the other runs", at(0), at(5), "f s", "s p"],
  // Guesses, which prove nothing.
  ["unclear", "later, and only what failed, but nothing was left out", at(0), at(5), "f f", "p f"],
  ["unclear", "later, with tests that had passed", at(0), at(5), "f p", "p p"],
  ["unclear", "later, with a test that the first does not have", at(0), { ...at(5), ranTests: 2 }, "f p", "p s"],
  ["unclear", "another machine", { host: "a", ...at(0) }, { host: "b", ...at(5) }, "f p", "p s"],
  ["unclear", "sent from another machine", { senderHost: "a", ...at(0) }, { senderHost: "b", ...at(5) }, "f p", "p s"],
  [
    "unclear",
    "local clocks of unknown machines",
    { localStartedAt: nine, durationMs: second },
    { localStartedAt: nine + minute },
    "f p",
    "p s",
  ],
  ["unclear", "without times, in a later request", {}, {}, "f p", "p s"],
  [
    "unclear",
    "a property differs",
    { traits: new Map([["seed", "1"]]), ...at(0) },
    { traits: new Map([["seed", "2"]]), ...at(5) },
    "f p",
    "p s",
  ],
  [
    "unclear",
    "a word in the file name differs",
    { ...path("a-smoke.xml"), ...at(0) },
    { ...path("a-full.xml"), ...at(5) },
    "f p",
    "p s",
  ],
  ["unclear", "durations in whole milliseconds agree", at(0), at(5), "p300 f", "p300 p"],
  ["unclear", "a whole shard again", { shard: 2, ...at(0) }, { shard: 2, ...at(5) }, "f p", "p p"],
  [
    "unclear",
    "the same file in a later request of no known job",
    { ...path("junit.xml"), ...at(0) },
    { ...path("junit.xml"), ...at(5) },
    "f p",
    "p p",
  ],
  [
    "unclear",
    "the same file of one job from two machines",
    { ...path("junit.xml"), job: "e2e", jobAttempt: 1, host: "ci-1", ...at(0) },
    { ...path("junit.xml"), job: "e2e", jobAttempt: 1, host: "ci-2", ...at(5) },
    "f p",
    "p p",
  ],
  [
    "unclear",
    "the same file of one job, without times",
    { ...path("junit.xml"), job: "e2e", jobAttempt: 1 },
    { ...path("junit.xml"), job: "e2e", jobAttempt: 1 },
    "f p",
    "p p",
  ],
  [
    "unclear",
    "the same file of another job",
    { ...path("junit.xml"), job: "Linux", ...at(0) },
    { ...path("junit.xml"), job: "macOS", ...at(5) },
    "f p",
    "p p",
  ],
  ["unclear", "side by side", at(0, 10 * minute), at(5, 10 * minute), "f p", "p s"],
  ["unclear", "one request without times", { request: 1 }, { request: 1 }, "f", "p"],
  [
    "unclear",
    "cut off after a failure, and complete later",
    { broken: true, ranTests: 2, ...at(0) },
    at(5),
    "f p",
    "p p",
  ],
  [
    "unclear",
    "failed outside its tests, and all tests passed again",
    { broken: true, hasRunError: true, ranTests: 2, ...at(0) },
    at(5),
    "p p",
    "p p",
  ],
  [
    "unclear",
    "cut off, and a later one lacks a test of it",
    { broken: true, ranTests: 5, ...at(0) },
    at(5),
    "p p",
    "p200 p",
  ],
];

function named(relation: Relation, first: string, second: string): string {
  if (relation.kind !== "rerun") return relation.kind;
  return relation.later === 1 ? first : second;
}

test.for(cases)("%s: %s", ([expected, , ofA, ofB, resultsA, resultsB]) => {
  expect(named(relate(ofA, ofB, resultsA, resultsB), "a", "b")).toBe(expected);
  expect(named(relate(ofB, ofA, resultsB, resultsA), "b", "a")).toBe(expected);
});
