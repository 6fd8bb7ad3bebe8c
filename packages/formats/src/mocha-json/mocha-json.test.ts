import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { mochaJson } from "./mocha-json.ts";
import { mochaJsonStream } from "./mocha-json-stream.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const stream = () => sampleText(new URL("./samples/stream.jsonl", import.meta.url));
const document = () => JSON.parse(sample()) as Record<string, unknown>;

test("the lists decide the status of a test; a hook is not a test, but its failure fails the run", async () => {
  const { counts, run, problems } = await readWhole(mochaJson, sample());
  expect(counts).toEqual({ tests: 7, passed: 4, failed: 1, error: 0, skipped: 2, flaky: 1 });
  expect(problems).toEqual(['error: Pay "before all" hook: connect for "never": refused']);
  expect(run).toEqual({
    kind: "run",
    framework: "mocha",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 1000,
  });
});

test("suites stay one string, and of two tests with the same name, the one with the error failed", async () => {
  const { tests, attempts } = await readWhole(mochaJson, sample());
  expect(tests.map(({ titlePath, status }) => [titlePath.join(" | "), status])).toEqual([
    ["stands alone", "passed"],
    ["Shop Cart | adds", "passed"],
    ["Shop Cart | is flaky", "passed"],
    ["Shop Cart | same", "passed"],
    ["Shop Cart | same", "failed"],
    ["Shop Cart | later", "skipped"],
    ["Shop Cart | skips itself", "skipped"],
  ]);
  expect(tests[0]?.file).toBe("test/shop.spec.js");
  expect(attempts.find(({ test: id }) => id === "5")?.errors).toEqual([
    { message: "1 == 2", stack: containing("AssertionError: 1 == 2"), type: "AssertionError" },
  ]);
  expect(attempts.filter(({ test: id }) => id === "3").map(({ status }) => status)).toEqual(["failed", "passed"]);
});

test("keys in any order, and lists without `tests`, give the same counts", async () => {
  const { tests, ...lists } = document();
  const sorted = await readWhole(mochaJson, JSON.stringify({ ...lists, tests }));
  expect(sorted.counts).toMatchObject({ tests: 7, passed: 4, failed: 1, skipped: 2 });
  expect(sorted.problems).toHaveLength(1);
  const alone = await readWhole(mochaJson, JSON.stringify(lists));
  expect(alone.counts).toMatchObject({ tests: 7, passed: 4, failed: 1, skipped: 2 });
});

test("a file truncated before its lists is evaluated by its tests", async () => {
  const text = sample();
  const { counts, problems } = await readWhole(mochaJson, text.slice(0, text.indexOf('"pending": [')));
  expect(counts).toMatchObject({ tests: 7, failed: 1 });
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test("a failure without a listed test fails the run", async () => {
  const failures = [{ title: "x", fullTitle: "a x", err: { message: "no" } }];
  const { problems } = await readWhole(mochaJson, JSON.stringify({ stats: { failures: 1 }, tests: [], failures }));
  expect(problems[0]).toBe('error: "a x" is listed as failed, but not as a test');
});

test("detects Cypress by its stacks and shows the code", async () => {
  const codeFrame = { line: 3, column: 5, relativeFile: "e2e/a.ts", frame: "> 3 | cy.get" };
  const err = { message: "Timed out", stack: "CypressError: Timed out\n    at __cypress/x", codeFrame };
  const failed = { title: "t", fullTitle: "s t", file: null, err };
  const { run, attempts } = await readWhole(
    mochaJson,
    JSON.stringify({ stats: {}, tests: [failed], failures: [failed] }),
  );
  expect(run.framework).toBe("cypress");
  expect(attempts[0]?.errors[0]).toMatchObject({ snippet: "> 3 | cy.get", file: "e2e/a.ts", line: 3, column: 5 });
});

test("ignores values of the wrong type", async () => {
  const odd = [null, 4, { title: {}, fullTitle: [], err: 7, duration: "x", currentRetry: -2 }];
  const { counts, attempts } = await readWhole(mochaJson, JSON.stringify({ stats: 3, tests: odd, passes: {} }));
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
  expect(attempts).toMatchObject([{ durationMs: null, errors: [] }]);
});

test("the stream contains passed and failed tests, with test output in between", async () => {
  const { counts, problems, outputs, attempts, run } = await readWhole(mochaJsonStream, stream());
  expect(counts).toMatchObject({ tests: 2, passed: 1, failed: 1 });
  expect(problems).toEqual([
    'error: Pay "before all" hook: connect for "never": refused',
    containing("warning: 1 pending tests are counted but not named"),
  ]);
  expect(outputs.map(({ text }) => text)).toEqual(["a test prints this\n"]);
  expect(attempts[1]?.errors).toMatchObject([{ message: "1 == 2", stack: containing("at Context") }]);
  expect(run).toMatchObject({ framework: "mocha", durationMs: 1000 });
});

test("a stream without an end was truncated", async () => {
  const { counts, problems } = await readWhole(mochaJsonStream, stream().slice(0, stream().indexOf('["end"') + 9));
  expect(counts["tests"]).toBe(2);
  expect(problems).toContainEqual(containing("incomplete: The file ends in the middle"));
});
