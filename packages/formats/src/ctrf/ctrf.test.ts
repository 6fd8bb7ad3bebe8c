import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { ctrf } from "./ctrf.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const reportOf = (tests: readonly unknown[], more: object = {}) =>
  JSON.stringify({ results: { tool: { name: "jest" }, ...more, tests } });

test("counts tests, with pending and other tests as skipped", async () => {
  const { counts, run, problems } = await readWhole(ctrf, sample());
  expect(counts).toEqual({ tests: 6, passed: 3, failed: 1, error: 0, skipped: 2, flaky: 2 });
  expect(run).toEqual({
    kind: "run",
    framework: "playwright",
    frameworkVersion: "1.65.1",
    suite: "shop",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 60_000,
    metadata: { appName: "shop", branch: "main", commit: "abc123", osPlatform: "linux", region: "eu" },
  });
  expect(problems).toEqual([]);
});

test("a test has its location, browser, parameters, people and labels", async () => {
  const { tests, attempts, steps, outputs } = await readWhole(ctrf, sample());
  expect(tests[0]).toEqual({
    kind: "test",
    id: "1",
    file: "ui/cart.spec.ts",
    titlePath: ["chromium", "Cart", "adds an item"],
    variant: "chromium, Pixel 7, size=3",
    status: "passed",
    flaky: false,
    line: 12,
    browser: "chromium",
    tags: ["smoke", "cart"],
    author: "ada, bob",
    annotations: [
      { type: "issue", description: "SHOP-1" },
      { type: "type", description: "e2e" },
      { type: "team", description: "shop" },
      { type: "priority", description: "P1" },
      { type: "owners", description: "ada, bob" },
    ],
  });
  expect(attempts[0]).toMatchObject({ startedAt: 1_772_359_201_000, durationMs: 120.5, worker: 2, errors: [] });
  expect(steps.map(({ title, status, error }) => [title, status, error])).toEqual([
    ["open", "passed", undefined],
    ["add", "failed", "not added"],
  ]);
  expect(outputs.map(({ stream, text }) => [stream, text])).toEqual([
    ["stdout", "one\ntwo\n"],
    ["stderr", "oops"],
  ]);
});

test("retries are attempts, whether or not the last one is listed among them", async () => {
  const { attempts, artifacts } = await readWhole(ctrf, sample());
  expect(attempts.filter(({ test: id }) => id === "2")).toMatchObject([
    { index: 0, status: "failed", durationMs: 30, errors: [{ message: "Timeout" }] },
    { index: 1, status: "passed", durationMs: 10 },
  ]);
  expect(attempts.filter(({ test: id }) => id === "6").map(({ status }) => status)).toEqual([
    "failed",
    "failed",
    "passed",
  ]);
  expect(artifacts).toMatchObject([
    { test: "2", attempt: 0, name: "shot", path: "out/shot.png" },
    { test: "3", attempt: 0, name: "screenshot", contentType: "image/png", body: "iVBORw0KGgo=" },
  ]);
});

test("a failure has its message, stack and code; a skipped test has its reason", async () => {
  const { tests, attempts } = await readWhole(ctrf, sample());
  expect(attempts.find(({ test: id }) => id === "3")?.errors).toEqual([
    {
      message: "Expected 1",
      stack: "AssertionError: Expected 1\n    at a.ts:1:1",
      snippet: "> 1 | expect",
    },
  ]);
  expect(tests.slice(3, 5).map(({ skipReason }) => skipReason)).toEqual(['Status "pending"', "Only on Linux"]);
});

test("a report that declares more failures than it lists is reported and not green", async () => {
  const summary = { tests: 2, failed: 1 };
  const { problems } = await readWhole(ctrf, reportOf([{ name: "a", status: "passed" }], { summary }));
  expect(problems).toEqual([containing("error: The report declares 1 failure,")]);
});

test("ignores values of the wrong type", async () => {
  const broken = [7, null, {}, { name: 3, status: [], duration: "x", tags: {}, retryAttempts: 1, suite: {}, line: -1 }];
  const { tests, attempts } = await readWhole(ctrf, reportOf(broken));
  expect(tests.map(({ titlePath, status }) => [titlePath, status])).toEqual([
    [["(unnamed)"], "skipped"],
    [["(unnamed)"], "skipped"],
  ]);
  expect(attempts.map(({ durationMs }) => durationMs)).toEqual([null, null]);
});

test("a truncated file keeps the tests before the cut", async () => {
  const { counts, problems } = await readWhole(ctrf, sample().slice(0, sample().indexOf('"name": "ships"')));
  expect(counts["tests"]).toBe(2);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test.for([
  ['{"reportFormat":"CTRF","specVersion":"1.0.0","results":{', true],
  ['{"results":{"tool":{"name":"x"},"summary":{}', true],
  ['{"stats":{},"results":[{"summary":1,"tests":[]}]}', false],
  ['{"results":[]}', false],
] as const)("%s is CTRF: %s", ([head, yes]) => {
  expect(ctrf.recognises(head, "report.json")).toBe(yes);
});

test("suites in one string are split, and removed from the test name", async () => {
  const { tests } = await readWhole(
    ctrf,
    reportOf([
      {
        name: "Cart totals adds",
        status: "passed",
        suite: "cart.test.js > Cart > totals",
        filePath: "/w/test/cart.test.js",
      },
      { name: "adds", status: "passed", suite: "Cart", filePath: "/w/test/cart.test.js" },
      { name: "Cartwheel", status: "passed", suite: "Cart" },
    ]),
  );
  expect(tests.map(({ titlePath }) => titlePath)).toEqual([
    ["Cart", "totals", "adds"],
    ["Cart", "adds"],
    ["Cart", "Cartwheel"],
  ]);
});

test("durations in seconds are detected by the start and end of the same test", async () => {
  const start = 1_774_130_505.72;
  const { attempts, run } = await readWhole(
    ctrf,
    reportOf(
      [
        { name: "boils", status: "passed", start, stop: start + 30.01, duration: 30.01 },
        { name: "pours", status: "passed", start: 1_774_130_505_720, stop: 1_774_130_505_750, duration: 30 },
        { name: "drips", status: "passed", duration: 0.5 },
      ],
      { summary: { start, stop: start + 31.2, duration: 31.2 } },
    ),
  );
  expect(attempts.map(({ durationMs }) => durationMs)).toEqual([30_010, 30, 0.5]);
  expect(run.durationMs).toBe(31_200);
});

test("a failing raw status counts if the reporter has no mapping for it", async () => {
  const { tests } = await readWhole(
    ctrf,
    reportOf([
      { name: "boils", status: "other", rawStatus: "timedOut" },
      { name: "pours", status: "pending", rawStatus: "Broken" },
      { name: "drips", status: "other", rawStatus: "interrupted" },
      { name: "cools", status: "skipped", rawStatus: "failed" },
    ]),
  );
  expect(tests.map(({ status }) => status)).toEqual(["failed", "failed", "skipped", "skipped"]);
});

test("a start without a time zone may be half a day off, and only gives the duration", async () => {
  const local = { name: "pays", status: "passed", start: "Nov 28, 2026 5:22:08 PM", stop: "Nov 28, 2026 5:22:10 PM" };
  const unix = { name: "opens", status: "passed", start: 1_795_176_000, stop: 1_795_176_001 };
  const { attempts } = await readWhole(ctrf, reportOf([local, unix]));
  expect(attempts).toMatchObject([
    { startedAt: null, durationMs: 2000 },
    { startedAt: 1_795_176_000_000, durationMs: 1000 },
  ]);
});

test("a summary that counts more failures than are listed fails the run, except for expected failures", async () => {
  const expected = { name: "breaks", status: "passed", rawStatus: "failed" };
  const failed = { name: "pays", status: "failed" };
  const declared = (failures: number) => reportOf([expected, failed], { summary: { tests: 2, failed: failures } });
  expect((await readWhole(ctrf, declared(2))).problems).toEqual([]);
  expect((await readWhole(ctrf, declared(3))).problems).toEqual([
    "error: The report declares 3 failures, but lists only 1 failed test",
  ]);
});

test("a browser's version is not part of a variant", async () => {
  const tests = ["Chrome 141.0.7390 (Linux)", "Chrome 142.0 (Linux)"].map((browser, index) => ({
    name: "pays",
    status: "passed",
    browser,
    parameters: { browserVersion: String(141 + index) },
  }));
  expect((await readWhole(ctrf, reportOf(tests))).tests.map(({ variant }) => variant)).toEqual([
    "Chrome Linux",
    "Chrome Linux",
  ]);
});
