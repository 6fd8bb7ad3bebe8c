// oxlint-disable-next-line no-restricted-imports -- the corpus is a folder of files
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeText } from "./decode.ts";
import { detect } from "./detect.ts";
import { formatById } from "./registry.ts";
import { countsOf, matching, only } from "#testing/read-sample.ts";

interface Entry {
  readonly file: string;
  readonly format: string;
  readonly expected: (Record<string, number> & { readonly declared?: Record<string, number> }) | null;
}

/** Files whose counts intentionally differ from the manifest, with the reason. */
const readOtherwise: Readonly<Record<string, { readonly counts: Record<string, number>; readonly why: string }>> = {
  "generated/pytest/junit-rerunfailures.xml": {
    counts: { tests: 3, passed: 2, failed: 1, error: 0, skipped: 0, flaky: 1 },
    why: "three tests were run six times: pytest-rerunfailures lists failed executions without a verdict, and its header says 3",
  },
  "generated/pytest/junit-pytest9.xml": {
    counts: { tests: 36, passed: 19, failed: 7, error: 4, skipped: 6, flaky: 0 },
    why: "a test that failed is listed again because its teardown failed too; pytest's own total leaves that out",
  },
  "generated/pytest/junit-pytest9-xdist.xml": {
    counts: { tests: 36, passed: 19, failed: 7, error: 4, skipped: 6, flaky: 0 },
    why: "a test that failed is listed again because its teardown failed too; pytest's own total leaves that out",
  },
  "generated/webdriverio/junit/results-0-1.xml": {
    counts: { tests: 20, passed: 11, failed: 5, error: 0, skipped: 4, flaky: 1 },
    why: "an execution that was run again is listed as skipped, with its error in the output",
  },
  "generated/webdriverio/junit/results-1-1.xml": {
    counts: { tests: 20, passed: 11, failed: 5, error: 0, skipped: 4, flaky: 1 },
    why: "an execution that was run again is listed as skipped, with its error in the output",
  },
  "generated/catch2/catch2-junit.xml": {
    counts: { tests: 10, passed: 6, failed: 1, error: 1, skipped: 2, flaky: 0 },
    why: "two tests that may fail did; the suite declares the failures of the others alone",
  },
  "generated/ctest/ctest-junit.xml": {
    counts: { tests: 10, passed: 3, failed: 4, error: 1, skipped: 2, flaky: 0 },
    why: "a test could not run because its program is missing; CTest says skipped and fails",
  },
  "generated/phpunit/junit.xml": {
    counts: { tests: 21, passed: 15, failed: 2, error: 1, skipped: 3, flaky: 0 },
    why: "one of the errors is a risky test, for which PHPUnit does not fail",
  },
  "generated/testcafe/testcafe-xunit.xml": {
    counts: { tests: 14, passed: 11, failed: 2, error: 0, skipped: 1, flaky: 1 },
    why: "the file lists 14 cases, one of them unstable; TestCafe's console, which was counted, leaves the skipped one out of its 13",
  },
  "generated/testng/testng-results.xml": {
    counts: { tests: 26, passed: 15, failed: 5, error: 0, skipped: 6, flaky: 1 },
    why: "three of the 29 results are executions that failed and were run again, two tests in all",
  },
  "public/testng/test-results-reporter__parser--tests_data_testng_multiple-suites-retries.xml": {
    counts: { tests: 6, passed: 4, failed: 2, error: 0, skipped: 0, flaky: 0 },
    why: 'two of the eight results are marked `retried="true"`: they are earlier attempts of two others',
  },
  "public/robot-output/jenkinsci__robot-plugin--src_test_resources_hudson_plugins_robot_model_teardown_fail.xml": {
    counts: { tests: 3, passed: 0, failed: 3, error: 0, skipped: 0, flaky: 0 },
    why: "the tear-down of the suite failed, which fails its tests: Robot's own statistics in the file say so",
  },
  "public/go-test-json/gotestyourself__gotestsum--cmd_testdata_go-test-json-flaky-rerun.out": {
    counts: { tests: 6, passed: 6, failed: 0, error: 0, skipped: 0, flaky: 3 },
    why: "three tests failed and passed when gotestsum ran them again, which the manifest does not count as flaky",
  },
  "generated/go/go-test-count3.jsonl": {
    counts: { tests: 31, passed: 21, failed: 8, error: 1, skipped: 1, flaky: 1 },
    why: "one test failed and passed in a later repetition, which the manifest does not count as flaky; of another the pass stands in its output",
  },
  "generated/go/go-cover.jsonl": {
    counts: { tests: 29, passed: 19, failed: 8, error: 1, skipped: 1, flaky: 0 },
    why: "a test that printed without a line break passed: the line `--- PASS` stands in its output, and its event is missing",
  },
  "public/jest-json/WarleyGabriel__api-tests-jest-supertest-example--jest-results.json": {
    counts: { tests: 6, passed: 6, failed: 0, error: 0, skipped: 0, flaky: 0 },
    why: "it is Jest's aggregated result: its six tests stand in testResults[].testResults, where the count did not look",
  },
  "generated/node-test/node-junit.xml": {
    counts: { tests: 11, passed: 4, failed: 3, error: 0, skipped: 4, flaky: 0 },
    why: "a test that is to do failed, which node:test does not count: its own totals, at the end of the file, say 3 and 4",
  },
  "generated/webdriverio/json/wdio-0-1-json-reporter.json": {
    counts: { tests: 18, passed: 11, failed: 4, error: 0, skipped: 3, flaky: 1 },
    why: "the manifest counts entries: a retried test is listed as failed and as passed, and one that skips itself twice",
  },
  "generated/webdriverio/json/wdio-1-1-json-reporter.json": {
    counts: { tests: 18, passed: 11, failed: 4, error: 0, skipped: 3, flaky: 1 },
    why: "the manifest counts entries: a retried test is listed as failed and as passed, and one that skips itself twice",
  },
  "generated/pytest/pytest-json-report.json": {
    counts: { tests: 34, passed: 20, failed: 5, error: 3, skipped: 6, flaky: 0 },
    why: 'the outcome "subtests passed" is one of a test whose setup, call and teardown all passed, not an unknown one',
  },
  "public/dart-json/dorny__test-reporter--__tests___fixtures_dart-json.json": {
    counts: { tests: 6, passed: 1, failed: 1, error: 3, skipped: 1, flaky: 0 },
    why: "the manifest does not count it; these are its visible testDone events",
  },
};

/** Formats of the manifest that are read by another format's reader. */
const sameFormat: Readonly<Record<string, string>> = { "vitest-json": "jest-json" };
/** Archives and folders that the server unpacks before the format of their content is detected. */
const unpackedFirst = new Set(["allure-results", "playwright-blob"]);

/** Returns our format id for a format of the manifest; undefined if such files are rejected. */
function readAs(format: string): string | undefined {
  return unpackedFirst.has(format) ? undefined : formatById(sameFormat[format] ?? format)?.id;
}

/**
 * Removes failed hooks from the counts. The manifest counts them as errors but not as tests, and here they are problems of the run, which must have
 * the same number.
 */
function withoutHooks(counts: Record<string, number | undefined>) {
  const { tests = 0, passed = 0, failed = 0, error = 0, skipped = 0 } = counts;
  const outside = Math.max(0, passed + failed + error + skipped - tests);
  return { counts: { ...counts, error: error - outside }, outside };
}

const corpus = `${process.env["PLUMB_TEST_DATA"] ?? ""}/corpus/`;
const present = existsSync(`${corpus}manifest.jsonl`);
const manifest = (name: string): Entry[] =>
  readFileSync(`${corpus}${name}`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);

async function read(file: string) {
  const bytes = () => createReadStream(`${corpus}${file}`);
  const head = (await Array.fromAsync(decodeText(bytes()))).join("").slice(0, 65_536);
  const found = detect(head, readFileSync(`${corpus}${file}`).subarray(0, 64));
  if ("declined" in found) return { declined: found.declined };
  const events = (
    await Array.fromAsync(
      found.format.read({ name: file, members: [{ name: file, bytes, text: () => decodeText(bytes()) }] }),
    )
  ).flat();
  return { format: found.format.id, counts: countsOf(events), events, problems: only("problem", events) };
}

// Skipped without the corpus.
test.skipIf(!present)("the corpus of public reports contains all files that it lists (needs PLUMB_TEST_DATA)", () => {
  const listed = manifest("manifest.jsonl");
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter(({ file }) => !existsSync(corpus + file)).map(({ file }) => file)).toEqual([]);
});

if (present) {
  const entries = manifest("manifest.jsonl");
  const files = entries.filter(({ file }) => existsSync(corpus + file) && statSync(corpus + file).isFile());
  const ours = files.filter(({ format }) => readAs(format) !== undefined);
  const counted = ours.filter(({ file, expected }) => expected?.["tests"] !== undefined || file in readOtherwise);
  const declared = ours.filter(({ expected }) => expected?.["tests"] === undefined && expected?.declared !== undefined);
  const uncounted = ours.filter((entry) => !counted.includes(entry) && !declared.includes(entry));

  test.for(counted.map((entry) => [entry.file, entry] as const))(
    "%s has the counts of the manifest",
    async ([file, { format, expected }]) => {
      const { tests, passed, failed, error, skipped = 0, flaky, other = 0 } = expected ?? {};
      // Results that the manifest calls "other" (inconclusive, unknown) have no verdict and are read as skipped.
      const inTests = { tests, passed, failed, error, skipped: skipped + other, flaky };
      const { counts, outside } = withoutHooks(inTests);
      const report = await read(file);
      expect(report).toMatchObject({ format: readAs(format), counts: readOtherwise[file]?.counts ?? counts });
      expect(report.problems?.filter(({ severity }) => severity === "error").length).toBeGreaterThanOrEqual(outside);
    },
  );

  test.for(declared.map(({ file, format, expected }) => [file, format, expected?.declared ?? {}] as const))(
    "%s, without a manual count, has its declared counts",
    async ([file, format, { tests, failures }]) => {
      expect(await read(file)).toMatchObject({ format: readAs(format), counts: { tests, failed: failures } });
    },
  );

  test.for(uncounted.map(({ file }) => file))(
    "%s, which is malformed or not a report, is not read as a valid report",
    async (file) => {
      const report = await read(file);
      expect(report.declined ?? report.problems).not.toEqual([]);
    },
  );

  test("rejects every other file with a message", async () => {
    const others = files.filter((entry) => !ours.includes(entry));
    expect(others).not.toEqual([]);
    for (const { file } of others) {
      const { declined } = await read(file);
      expect({ file, declined }).toEqual({ file, declined: matching(/^This is .{10,}/) });
    }
  });

  test.for([
    ["billion-laughs.xml", 0, "incomplete"],
    ["quadratic-blowup.xml", 0, "incomplete"],
    ["xxe-local-file.xml", 0, "incomplete"],
    ["deep-nesting.xml", 0, "incomplete"],
    ["deep-nesting.json", 0, "incomplete"],
    ["truncated-surefire.xml", 1, "incomplete"],
    ["truncated-playwright.json", 5, "incomplete"],
    ["many-attributes.xml", 1, "warning"],
    ["cdata-breaker.xml", 1, "warning"],
    ["unescaped-attr.xml", 1, "warning"],
    ["nan-durations.xml", 10, "warning"],
    ["dates-year-9999.xml", 6, undefined],
    ["concatenated-xml.xml", 4, undefined],
    ["duplicate-names.xml", 6, undefined],
    ["windows1252-declared.xml", 1, undefined],
    ["wrong-extension-json.xml", 7, undefined],
    ["wrong-extension-xml.json", 2, undefined],
    ["xss-names.xml", 1, undefined],
    ["negative-and-huge-numbers.json", 1, undefined],
    ["utf16le-bom.json", 32, "error"],
  ] as const)("hostile/%s has %d tests, and its most severe problem is: %s", async ([name, tests, gravest]) => {
    const report = await read(`hostile/${name}`);
    expect(report.counts?.["tests"]).toBe(tests);
    const severities = new Set(report.problems?.map(({ severity }) => severity));
    expect(severities.has("incomplete") ? "incomplete" : [...severities][0]).toBe(gravest);
    for (const event of report.events ?? []) {
      if (event.kind !== "attempt") continue;
      expect(event.durationMs ?? 0).toBeGreaterThanOrEqual(0);
      expect(event.durationMs ?? 0).toBeLessThan(1e12);
    }
    expect(JSON.stringify(report.events)).not.toContain("root:x:0");
  });

  test.for([
    ["html-error-page.xml", "HTML page"],
    ["whitespace-only.json", "empty"],
    ["png-named-results.json", "PNG"],
    ["gzip-of-junit.xml.gz", "gzip"],
    ["zip-empty.zip", "empty zip"],
  ] as const)("hostile/%s is rejected: %s", async ([name, part]) => {
    expect((await read(`hostile/${name}`)).declined).toContain(part);
  });
}
