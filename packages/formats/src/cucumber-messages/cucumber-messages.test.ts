import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { cucumberMessages } from "./cucumber-messages.ts";

const full = sampleText(new URL("./samples/full.ndjson", import.meta.url));
const read = (text: string) => readReport(cucumberMessages, text);
const lines = full.trimEnd().split("\n");
const without = (part: string) => lines.filter((line) => !line.includes(part)).join("\n");

test("executions of a scenario are attempts, even with another scenario in between; undefined steps have no outcome", async () => {
  const { counts, named } = await read(full);
  expect(counts).toEqual({ tests: 3, passed: 1, failed: 1, error: 0, skipped: 1, flaky: 1 });
  expect(named("Adds").attempts).toMatchObject([
    { status: "failed", durationMs: 1000, worker: 1, startedAt: 1_772_359_201_000, errors: [{ message: "boom" }] },
    { status: "passed", durationMs: 1000 },
  ]);
  expect(named("Limit").attempts).toMatchObject([
    {
      status: "failed",
      durationMs: 1500,
      errors: [{ message: "too many", type: "Error", stack: "Error: too many\n at x" }],
    },
  ]);
  expect(named("Undefined").test).toMatchObject({ status: "skipped", skipReason: 'The step "magic" is not defined' });
});

test("scenarios are nested in feature and rule, and the row of an outline is the variant", async () => {
  const { titles, named } = await read(full);
  expect(titles).toEqual(["Cart › Limits › Limit", "Cart › Adds", "Cart › Undefined"]);
  expect(named("Limit").test).toMatchObject({
    file: "features/cart.feature",
    variant: "count=2, size=big",
    line: 13,
  });
  expect(named("Adds").test).toMatchObject({
    line: 5,
    tags: ["smoke", "owner:Ada"],
    author: "Ada",
    annotations: [
      { type: "description", description: "adds things" },
      { type: "link", description: "https://example.com/trace" },
    ],
  });
});

test("steps have their keywords, tables and texts, and hooks their names, including backgrounds", async () => {
  const { steps } = (await read(full)).named("Adds");
  expect(
    steps.slice(0, 6).map(({ title, depth, category, status, error }) => [title, depth, category, status, error]),
  ).toEqual([
    ["Before test case: log in", 0, "hook", "passed", undefined],
    ["Given a shop", 0, "test.step", "passed", undefined],
    ["| name | price |", 1, "argument", "passed", undefined],
    ["| tea | 3 |", 1, "argument", "passed", undefined],
    ["When I add", 0, "test.step", "failed", "boom"],
    ['{"tea": 2}', 1, "argument", "failed", undefined],
  ]);
});

test("logs are output, web links are kept, and attached texts and images are files", async () => {
  const { output, files, steps } = (await read(full)).named("Adds");
  expect(files.map(({ step }) => steps[step ?? -1]?.title)).toEqual(["When I add", "When I add", undefined]);
  expect(output).toMatchObject([{ attempt: 0, text: "logged\n" }]);
  expect(files).toMatchObject([
    { name: "cart.png", contentType: "image/png", body: "iVBORw==" },
    { name: "application/json", contentType: "application/json", body: Buffer.from("{}").toString("base64") },
    { name: "video.mp4", path: "/w/video.mp4" },
  ]);
  const { tests } = await read(full);
  expect(JSON.stringify(tests)).not.toContain("javascript:");
});

test("the run has selected facts and the failures outside scenarios", async () => {
  const { run, problems, events, outside } = await read(full);
  expect(run).toEqual({
    kind: "run",
    framework: "cucumber",
    frameworkVersion: "12.9.0",
    startedAt: 1_772_359_200_000,
    durationMs: 5000,
    metadata: {
      implementation: "cucumber-js",
      operatingSystem: "linux 6.1",
      runtime: "node.js 24.1.0",
      ci: "GitHub Actions",
      branch: "main",
      commit: "abc123",
    },
  });
  expect(problems).toMatchObject([{ severity: "error", reason: "A hook around the whole run failed: AfterAll broke" }]);
  expect(outside).toMatchObject([{ name: "trace.zip", contentType: "application/zip", body: "cGNhcA==" }]);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("a run that Cucumber fails is not green: undefined steps, unreadable features", async () => {
  const retained = without('"r2"').split("\n");
  const passing = retained.filter((line) => !line.includes("testRunHookFinished")).join("\n");
  const { counts, problems } = await read(passing);
  expect(counts).toMatchObject({ passed: 1, failed: 0, skipped: 1 });
  expect(problems).toMatchObject([{ severity: "error", reason: containing("undefined or pending") }]);
  const { problems: parse } = await read(
    '{"parseError":{"source":{"uri":"a.feature","location":{"line":3}},"message":"expected: #EOF"}}\n{"testRunFinished":{"success":true}}',
  );
  expect(parse).toMatchObject([
    { severity: "error", reason: "The feature a.feature:3 could not be read: expected: #EOF" },
  ]);
});

test("a truncated stream keeps finished scenarios; running ones are errors, and ones to be retried failed", async () => {
  const cut = full.slice(0, full.indexOf('{"testCaseFinished":{"testCaseStartedId":"r2"'));
  const { tests, problems } = await read(cut);
  expect(tests.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ["Adds", "failed"],
    ["Limit", "failed"],
  ]);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("2 scenarios were kept") }]);
  const { named } = await read(full.slice(0, full.indexOf('{"testCaseStarted":{"id":"r3"')));
  expect(named("Adds").attempts).toMatchObject([{ status: "failed" }]);
});

test("old protocols mark a retry on a step and count times from zero", async () => {
  const old = [
    '{"testCase":{"id":"c","pickleId":"p","testSteps":[{"id":"s","pickleStepId":"x"}]}}',
    '{"pickle":{"id":"p","uri":"a.feature","name":"Old","steps":[{"id":"x","text":"a step"}]}}',
    '{"testCaseStarted":{"id":"1","testCaseId":"c","timestamp":{"seconds":"0","nanos":5000000}}}',
    '{"testStepFinished":{"testCaseStartedId":"1","testStepId":"s","testStepResult":{"status":"FAILED","willBeRetried":true}}}',
    '{"testCaseFinished":{"testCaseStartedId":"1","timestamp":{"seconds":0,"nanos":9000000}}}',
    '{"testCaseStarted":{"id":"2","testCaseId":"c"}}',
    '{"testStepFinished":{"testCaseStartedId":"2","testStepId":"s","testStepResult":{"status":"passed"}}}',
    '{"testCaseFinished":{"testCaseStartedId":"2"}}',
    '{"testRunFinished":{}}',
  ];
  const { counts, named, problems } = await read(old.join("\n"));
  expect(counts).toMatchObject({ tests: 1, passed: 1, flaky: 1 });
  expect(named("Old").attempts).toMatchObject([{ startedAt: null, durationMs: 4 }, { durationMs: 0 }]);
  expect(problems).toEqual([]);
});

test("before protocol version 10, results and contents had other names, and missing ones did not pass", async () => {
  const old = full
    .replaceAll('"testStepResult"', '"testResult"')
    .replaceAll('"body":"aGk=","contentEncoding":"BASE64"', '"binary":"aGk="');
  expect((await read(old)).counts).toEqual((await read(full)).counts);
  const unreported = full
    .replaceAll('"status":"PASSED",', "")
    .replaceAll(',"status":"PASSED"', "")
    .replaceAll('"status":"PASSED"', "");
  expect(unreported).not.toBe(full);
  expect((await read(unreported)).counts).toMatchObject({ passed: 0 });
});
