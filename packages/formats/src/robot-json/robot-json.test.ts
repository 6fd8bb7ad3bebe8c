import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { robotJson } from "./robot-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));

test("tests are nested in suites whose names come later", async () => {
  const { counts, tests } = await readWhole(robotJson, sample());
  expect(counts).toEqual({ tests: 5, passed: 2, failed: 2, error: 0, skipped: 1, flaky: 1 });
  expect(tests[0]).toEqual({
    kind: "test",
    id: "1",
    file: "tests/cart.robot",
    titlePath: ["Cart", "Adds"],
    variant: "",
    status: "passed",
    flaky: false,
    line: 5,
    tags: ["owner-ada", "smoke"],
    author: "ada",
    annotations: [
      { type: "description", description: "Adds *one*" },
      { type: "timeout", description: "2 minutes" },
    ],
  });
  expect(tests[2]?.skipReason).toBe("no browser");
});

test("the run has versions and metadata, and times without a zone are not used for sorting", async () => {
  const { run, attempts, outputs } = await readWhole(robotJson, sample());
  expect(run).toEqual({
    kind: "run",
    framework: "robot",
    frameworkVersion: "7.1",
    suite: "Tests",
    durationMs: 2500,
    metadata: {
      python: "3.12.1",
      operatingSystem: "linux",
      Version: "1.2",
      startedLocalTime: "2026-03-01T10:00:00",
    },
  });
  expect(attempts[0]).toMatchObject({ startedAt: null, durationMs: 500 });
  expect(outputs.map(({ test: id, text }) => [id, text])).toEqual([
    [undefined, "opened\n"],
    ["1", "hello\ntaken\nseen\n"],
    ["2", containing("FAIL: a != b")],
    [undefined, "FAIL: bank is closed\n"],
  ]);
});

test("keywords, loops and fixtures are steps, and images in messages are attachments", async () => {
  const { steps, artifacts } = await readWhole(robotJson, sample());
  expect(
    steps.filter(({ test: id }) => id === "1").map(({ depth, category, title }) => [depth, category, title]),
  ).toEqual([
    [0, "hook", "BuiltIn.Open"],
    [0, "test.step", "BuiltIn.Log  hello"],
    [0, "test.step", "FOR  ${i}  IN  a  b"],
    [1, "test.step", "ITERATION  ${i} = a"],
    [2, "test.step", "${x}  BuiltIn.Log  ${i}"],
    [0, "test.step", "BuiltIn.Shot"],
  ]);
  expect(artifacts).toMatchObject([
    { test: "1", path: "shots/1.png", contentType: "image/png" },
    { test: "1", name: "screenshot.png", contentType: "image/png", body: "iVBORw==" },
  ]);
  expect(artifacts.map(({ step }) => steps[step ?? -1]?.title)).toEqual(["BuiltIn.Shot", "BuiltIn.Shot"]);
});

test("a failure has its message without markup, followed by the traceback", async () => {
  const { attempts } = await readWhole(robotJson, sample());
  expect(attempts[1]?.errors).toEqual([{ message: "a != b", stack: containing("Traceback") }]);
});

test("a failed suite teardown fails passed tests that were listed before it", async () => {
  const { tests, attempts, problems } = await readWhole(robotJson, sample());
  const pays = tests.find(({ titlePath }) => titlePath.at(-1) === "Pays");
  expect(pays?.status).toBe("failed");
  expect(attempts.find((attempt) => attempt.test === pays?.id)?.errors).toEqual([
    { message: "Parent suite teardown failed:\nbank is closed" },
  ]);
  expect(problems).toEqual([
    "warning: Error in file 'x.robot': No keyword",
    "error: The tear-down of a suite failed: bank is closed",
  ]);
});

test("merged executions are attempts, oldest first", async () => {
  const { attempts } = await readWhole(robotJson, sample());
  expect(attempts.filter((attempt) => attempt.test === "4")).toMatchObject([
    { status: "failed", errors: [{ message: "first" }] },
    { status: "passed", errors: [] },
  ]);
});

test("ignores values of the wrong type, and a report without tests does not pass", async () => {
  const suites = [4, { name: 3, tests: [null, { name: {}, status: 4, body: [5, { args: 3 }] }], suites: {} }];
  const { counts } = await readWhole(robotJson, JSON.stringify({ generator: 4, rpa: false, suite: { suites } }));
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
  const { problems } = await readWhole(robotJson, '{"generator":"Rebot 7.0","suite":{"name":"x"}}');
  expect(problems).toEqual(["error: The output has no tests"]);
});

test("a truncated file keeps the tests before the cut", async () => {
  const { counts, problems } = await readWhole(robotJson, sample().slice(0, sample().indexOf('"Skips"')));
  expect(counts["tests"]).toBe(2);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});
