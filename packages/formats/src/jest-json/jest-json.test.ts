import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { jestJson } from "./jest-json.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.json`, import.meta.url));
const passed = { title: "works", ancestorTitles: [], status: "passed" };

test("Jest: counts tests, and a file that could not run as an error", async () => {
  const { counts, run } = await readWhole(jestJson, sample("jest"));
  expect(counts).toEqual({ tests: 7, passed: 3, failed: 1, error: 1, skipped: 2, flaky: 1 });
  expect(run).toEqual({ kind: "run", framework: "jest", startedAt: 1_772_359_200_000, durationMs: 3000 });
});

test("Jest: files that fail without a test, or after their tests passed, make the run fail", async () => {
  const { problems, attempts, tests } = await readWhole(jestJson, sample("jest"));
  expect(problems).toEqual([
    containing("error: src/broken.test.ts failed outside its tests: ● Test suite failed to run"),
    containing("error: src/after.test.ts failed outside its tests: ● Cart › afterAll"),
  ]);
  const nameless = tests.find(({ status }) => status === "error");
  expect(nameless).toMatchObject({ titlePath: ["(the test file)"], file: "src/nameless.test.ts" });
  expect(attempts.find(({ test: id }) => id === nameless?.id)?.errors[0]?.message).toContain("SyntaxError: x");
});

test("Jest: retries are attempts, with their reasons if reported", async () => {
  const { attempts, tests } = await readWhole(jestJson, sample("jest"));
  expect(tests[1]).toMatchObject({ titlePath: ["Cart", "total", "is flaky"], flaky: true, file: "src/cart.test.ts" });
  expect(attempts.filter(({ test: id }) => id === "2")).toMatchObject([
    { status: "failed", errors: [{ message: "Error: first", stack: containing("at src/cart.test.ts") }] },
    { status: "failed", errors: [{ message: containing("report gives no reason") }] },
    { status: "passed", errors: [] },
  ]);
});

test("Jest: a failure is split from its stack, and location, start and reasons are kept", async () => {
  const { attempts, tests } = await readWhole(jestJson, sample("jest"));
  expect(attempts.find(({ test: id }) => id === "3")?.errors).toEqual([
    {
      message: "\u001B[31mError: expect(received).toBe(expected)\u001B[39m\n\nExpected: 2\nReceived: 1",
      stack: containing("at Object.<anonymous>"),
    },
  ]);
  expect(tests[0]?.line).toBe(3);
  expect(attempts[0]?.startedAt).toBe(1_772_359_201_500);
  expect(tests.slice(3, 5).map(({ skipReason }) => skipReason)).toEqual([undefined, "To do"]);
});

test("Vitest: soft assertions are several errors, meta and tags are kept, files can fail", async () => {
  const { counts, run, tests, attempts, problems } = await readWhole(jestJson, sample("vitest"));
  expect(counts).toEqual({ tests: 3, passed: 1, failed: 1, error: 0, skipped: 1, flaky: 0 });
  expect(run.framework).toBe("vitest");
  expect(tests[0]).toMatchObject({
    file: "tests/cart.test.ts",
    tags: ["fast"],
    annotations: [{ type: "owner", description: "ada" }],
  });
  expect(attempts[1]?.errors.map(({ message }) => message)).toEqual([
    "AssertionError: expected 1 to be 2",
    "AssertionError: expected 2 to be 3",
  ]);
  expect(problems).toEqual(["error: tests/gone.test.ts failed outside its tests: Failed to load ./gone"]);
});

test("reads the aggregated result of Jest's reporters, with its projects and console output", async () => {
  const { tests, problems, run, outputs } = await readWhole(jestJson, sample("aggregated"));
  expect(tests).toMatchObject([{ file: "src/x.test.js", variant: "chrome", browser: "chrome", titlePath: ["works"] }]);
  expect(outputs).toMatchObject([
    { stream: "stdout", text: "seeded\n" },
    { stream: "stderr", text: "slow disk\n" },
  ]);
  expect(problems).toEqual([]);
  expect(run.framework).toBe("jest");
});

test.for([
  [{ wasInterrupted: true, numRuntimeErrorTestSuites: 0 }, "interrupted"],
  [{ numRuntimeErrorTestSuites: 2 }, "2 test files failed to run"],
  [{ success: false }, "no listed test failed"],
  [{ numFailedTests: 3 }, "declares 3 failures"],
] as const)("a run with %j is not green", async ([facts, reason]) => {
  const testResults = [{ name: "/x/a.test.js", status: "passed", assertionResults: [passed] }];
  const { problems } = await readWhole(jestJson, JSON.stringify({ numTotalTests: 1, ...facts, testResults }));
  expect(problems).toEqual([containing(`error: `)]);
  expect(problems[0]).toContain(reason);
});

test("skips a coverage map and ignores values of the wrong type", async () => {
  const testResults = [1, { name: 4, assertionResults: [{ title: 7, status: 7, duration: -3, location: [] }, null] }];
  const coverageMap = { "/a.js": { statementMap: {} } };
  const { tests, attempts } = await readWhole(jestJson, JSON.stringify({ numTotalTests: 1, coverageMap, testResults }));
  expect(tests).toMatchObject([{ status: "skipped", file: null }]);
  expect(attempts).toMatchObject([{ durationMs: null }]);
});

test("a truncated file keeps the test files before the cut", async () => {
  const { counts, problems } = await readWhole(
    jestJson,
    sample("jest").slice(0, sample("jest").indexOf("broken.test")),
  );
  expect(counts["tests"]).toBe(5);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test("Vitest: a passed test with errors has failed attempts, and a placeholder is not a message", async () => {
  const { counts, tests, attempts } = await readWhole(jestJson, sample("vitest-3.2-retry"));
  expect(counts).toMatchObject({ tests: 3, passed: 2, failed: 1, flaky: 1 });
  const flaky = tests.find((each) => each.flaky);
  expect(flaky?.titlePath).toEqual(["Outer", "flaky"]);
  expect(attempts.filter(({ test: id }) => id === flaky?.id)).toMatchObject([
    { status: "failed", errors: [{ message: "Error: first" }] },
    { status: "passed", errors: [] },
  ]);
  const failed = tests.find(({ status }) => status === "failed");
  expect(attempts.find(({ test: id }) => id === failed?.id)?.errors).toMatchObject([
    { message: "Error: Test timed out" },
  ]);
});

test("Jest: a hook that failed after the tests of a file is reported, even if a test failed", async () => {
  const { counts, problems } = await readWhole(jestJson, sample("jest-30.5-after-all"));
  expect(counts).toMatchObject({ tests: 2, passed: 1, failed: 1 });
  expect(problems).toEqual([containing("failed outside its tests: ● Test suite failed to run\n\n    aa")]);
  expect(problems[0]).not.toContain("always");
});

test("Jest: several errors of one execution, such as those of a test and its hook, are one attempt", async () => {
  const retried = { ...passed, invocations: 2, retryReasons: ["Error: body", "Error: afterEach too"] };
  const report = { numTotalTests: 1, testResults: [{ name: "/a.test.js", assertionResults: [retried] }] };
  const { attempts } = await readWhole(jestJson, JSON.stringify(report));
  expect(attempts.map(({ status, errors }) => [status, errors.map(({ message }) => message)])).toEqual([
    ["failed", ["Error: body", "Error: afterEach too"]],
    ["passed", []],
  ]);
});

test("Vitest before 1: a file that fails to load fails the run, whatever its status", async () => {
  const files = [
    { name: "/w/b.test.ts", status: "passed", message: "Failed to load url ./nowhere", assertionResults: [] },
  ];
  const { problems } = await readWhole(jestJson, JSON.stringify({ numTotalTests: 0, testResults: files }));
  expect(problems).toEqual(["error: /w/b.test.ts failed outside its tests: Failed to load url ./nowhere"]);
});
