import { expect, test } from "vitest";
import { countShared, type Relation, relateSources } from "./relate-sources.ts";
import type { Execution, SharedTests, Source } from "./source.ts";

const second = 1000;
const minute = 60 * second;
const nine = Date.UTC(2026, 10, 2, 9);

const source = (id: number, given: Partial<Source> = {}): Source => ({
  id,
  path: `${id}.xml`,
  format: "junit",
  request: id,
  receivedAt: nine + 60 * minute + id * second,
  startedAt: null,
  localStartedAt: null,
  durationMs: null,
  shard: null,
  job: null,
  jobAttempt: null,
  place: null,
  root: null,
  broken: false,
  ranTests: 3,
  ...given,
});

/** Builds executions from the first letters of their statuses, with 100 ms each unless a duration follows. */
function executions(text: string): Execution[] {
  const statuses = { p: "passed", f: "failed", e: "error", s: "skipped" } as const;
  return text.split(" ").map((word) => ({
    status: statuses[word[0] as keyof typeof statuses],
    startedAt: null,
    durationMs: Number(word.slice(1) || 100),
  }));
}

function relate(a: Source, b: Source, ofA: string, ofB: string): Relation {
  const shared: SharedTests = { both: 0, failed: [0, 0], agreeing: 0 };
  const others = executions(ofB);
  for (const [index, one] of executions(ofA).entries())
    countShared(shared, one, others[index] as Execution, a.format !== b.format);
  return relateSources(a, b, shared);
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
    "two browsers by the names of their files",
    { ...path("junit-chrome.xml"), ...at(0) },
    { ...path("junit-firefox.xml"), ...at(5) },
    "f",
    "p",
  ],
  // Ran again.
  ["b", "later, and only what failed", at(0), at(5), "f f", "p f"],
  ["a", "the same, sent in the other order", at(5), at(0), "p f", "f f"],
  [
    "b",
    "later by a clock without a time zone",
    { request: 1, localStartedAt: nine, durationMs: second },
    { request: 1, localStartedAt: nine + minute },
    "f p",
    "p s",
  ],
  ["b", "without times, in a later request", {}, {}, "f f", "p f"],
  [
    "b",
    "the folder of a re-run",
    { ...path("run/output.xml"), ...at(0) },
    { ...path("rerun/output.xml"), ...at(5) },
    "f",
    "p",
  ],
  ["b", "a whole shard again", { shard: 2, ...at(0) }, { shard: 2, ...at(5) }, "f p", "p p"],
  [
    "b",
    "the same file in a later request",
    { ...path("junit.xml"), ...at(0) },
    { ...path("junit.xml"), ...at(5) },
    "f p",
    "p p",
  ],
  [
    "b",
    "a later attempt of the job, whatever the clocks say",
    { job: "e2e", jobAttempt: 1, ...at(9) },
    { job: "e2e", jobAttempt: 2, ...at(0) },
    "f p",
    "p p200",
  ],
  ["b", "whole after it broke off", { broken: true, ranTests: 2, ...at(0) }, at(5), "p p", "p p"],
  [
    "a",
    "the last attempt that Bazel keeps",
    { ...path("test.xml"), request: 1 },
    { ...path("test_attempts/attempt_1.xml"), request: 1 },
    "p",
    "f",
  ],
  // Parts of one run.
  [
    "b",
    "all of it again in a folder of retries",
    { ...path("out/a.xml"), ...at(0) },
    { ...path("out/retry-1/a.xml"), ...at(5) },
    "f p",
    "p p",
  ],
  [
    "a",
    "the last attempt that Bazel keeps, by its clock",
    { ...path("t/test.xml"), ...at(5) },
    { ...path("t/test_attempts/attempt_1.xml"), ...at(0) },
    "p p",
    "f p",
  ],
  ["shard", "two shards", { shard: 1, ...at(0) }, { shard: 2, ...at(5) }, "f", "p"],
  ["complement", "each skips what the other runs", at(0), at(5), "f s", "s p"],
  // Undecidable.
  [
    "unclear",
    "the same file of another job",
    { ...path("junit.xml"), job: "Linux", ...at(0) },
    { ...path("junit.xml"), job: "macOS", ...at(5) },
    "f p",
    "p p",
  ],
  ["unclear", "side by side", at(0, 10 * minute), at(5, 10 * minute), "f", "p"],
  ["unclear", "later, with tests that had passed", at(0), at(5), "f p", "p p"],
  ["unclear", "one request without times", { request: 1 }, { request: 1 }, "f", "p"],
  [
    "unclear",
    "the same file without times, side by side as far as we know",
    path("junit.xml"),
    path("junit.xml"),
    "f p",
    "p p",
  ],
  [
    "unclear",
    "broken, and a later one lacks a test of it",
    { broken: true, ranTests: 5, ...at(0) },
    at(5),
    "p p",
    "p200 p",
  ],
];

test.for(cases)("%s: %s", ([expected, , ofA, ofB, resultsA, resultsB]) => {
  const [a, b] = [source(1, ofA), source(2, ofB)];
  const named = (relation: Relation) =>
    relation.kind === "rerun" ? (relation.later === a.id ? "a" : "b") : relation.kind;
  expect(named(relate(a, b, resultsA, resultsB))).toBe(expected);
  expect(named(relate(b, a, resultsB, resultsA))).toBe(expected);
});
