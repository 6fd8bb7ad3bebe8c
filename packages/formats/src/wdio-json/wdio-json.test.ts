import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { wdioJson } from "./wdio-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const reportOf = (more: object) => JSON.stringify({ start: "", capabilities: {}, framework: "mocha", ...more });

test("an entry that follows a failure with the same name is a retry; two that passed are two tests", async () => {
  const { counts, tests, attempts, problems } = await readWhole(wdioJson, sample());
  expect(counts).toEqual({ tests: 7, passed: 4, failed: 2, error: 0, skipped: 1, flaky: 1 });
  expect(tests.map(({ titlePath }) => titlePath[1])).toEqual([
    "adds",
    "same",
    "same",
    "is flaky",
    "skips itself",
    "fails",
    "failed long ago",
  ]);
  expect(attempts.filter(({ test: id }) => id === "4")).toMatchObject([
    { status: "failed", durationMs: 50, errors: [{ message: "Failure without a message" }] },
    { status: "passed", errors: [] },
  ]);
  expect(problems).toEqual(['error: Pay › "before all" hook for Pay: no db']);
});

test("facts after the suites apply to every test", async () => {
  const { tests, run } = await readWhole(wdioJson, sample());
  expect(tests[0]).toMatchObject({
    file: "test/cart.e2e.js",
    titlePath: ["Cart @ui", "adds"],
    variant: "chrome",
    browser: "chrome",
    tags: ["ui"],
  });
  expect(run).toEqual({
    kind: "run",
    framework: "webdriverio",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 2500,
    metadata: { browserName: "chrome", browserVersion: "120.1", platformName: "linux" },
  });
});

test("hooks around a test are steps of the execution that they belong to", async () => {
  const { steps } = await readWhole(wdioJson, sample());
  expect(steps.map(({ test: id, attempt, title, category }) => [id, attempt, title, category])).toEqual([
    ["4", 0, '"before each" hook for is flaky', "hook"],
    ["4", 0, '"after each" hook for is flaky', "hook"],
    ["4", 1, '"before each" hook for is flaky', "hook"],
    ["4", 1, '"after each" hook for is flaky', "hook"],
  ]);
});

test("reads errors of new and old versions", async () => {
  const { attempts } = await readWhole(wdioJson, sample());
  expect(attempts.slice(-2).map(({ errors }) => errors)).toEqual([
    [{ message: "no element", stack: containing("at a.js"), type: "Error" }],
    [{ message: "old text", stack: containing("at b.js"), type: "AssertionError" }],
  ]);
});

test("several browsers and devices form one variant", async () => {
  const suites = [{ name: "s", tests: [{ name: "t", state: "passed" }] }];
  const capabilities = {
    desktop: { capabilities: { browserName: "firefox" } },
    phone: { "appium:deviceName": "Pixel 7", platformName: "Android" },
  };
  const { tests, run } = await readWhole(wdioJson, reportOf({ capabilities, suites, specs: ["a", "b"] }));
  expect(tests).toMatchObject([{ variant: "firefox + Pixel 7", browser: "firefox", file: null }]);
  expect(run.metadata).toEqual({
    "browserName [desktop]": "firefox",
    "platformName [phone]": "Android",
    "deviceName [phone]": "Pixel 7",
  });
});

test("a worker that failed without a test is not green", async () => {
  const { problems } = await readWhole(wdioJson, reportOf({ suites: [], state: { failed: 2 } }));
  expect(problems).toEqual([containing("error: The report declares 2 failures")]);
});

test("ignores values of the wrong type", async () => {
  const suites = [4, { name: 3, tests: [null, { name: [], state: 5, duration: "x" }], hooks: 5 }];
  const { counts } = await readWhole(wdioJson, reportOf({ capabilities: [], suites, specs: 4, state: 1 }));
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
});

test("a truncated file keeps the suites before the cut", async () => {
  const text = sample();
  const { counts, problems } = await readWhole(wdioJson, text.slice(0, text.indexOf('"Pay"')));
  expect(counts["tests"]).toBe(7);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});
