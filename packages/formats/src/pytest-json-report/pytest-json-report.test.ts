import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { pytestJsonReport } from "./pytest-json-report.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const reportOf = (more: object) => JSON.stringify({ created: 1_772_359_210, root: "/x", ...more });

test("outcomes are read from the report, or derived from the phases for other plugins", async () => {
  const { counts, tests } = await readWhole(pytestJsonReport, sample());
  expect(counts).toEqual({ tests: 9, passed: 4, failed: 1, error: 2, skipped: 2, flaky: 1 });
  expect(tests.map(({ skipReason }) => skipReason).filter(Boolean)).toEqual(["not now", "Expected failure: assert 0"]);
});

test("a test has its location, markers and recorded properties", async () => {
  const { tests } = await readWhole(pytestJsonReport, sample());
  expect(tests[0]).toEqual({
    kind: "test",
    id: "1",
    file: "tests/test_cart.py",
    titlePath: ["TestCart", "test_add[a::b-1]"],
    variant: "",
    status: "passed",
    flaky: false,
    line: 5,
    tags: ["smoke"],
    author: "ada",
    annotations: [
      { type: "owner", description: "ada" },
      { type: "issue", description: "SHOP-1" },
      { type: "size", description: "3" },
    ],
  });
});

test("seconds become milliseconds, phases become steps, and output and log are kept", async () => {
  const { attempts, steps, outputs } = await readWhole(pytestJsonReport, sample());
  expect(attempts[0]?.durationMs).toBe(1000);
  expect(steps.filter(({ test: id }) => id === "2").map(({ title, status }) => [title, status])).toEqual([
    ["setup", "passed"],
    ["call", "failed"],
    ["teardown", "passed"],
  ]);
  expect(outputs.map(({ test: id, stream, text }) => [id, stream, text])).toEqual([
    ["2", "stdout", "said\n"],
    ["2", "stderr", "WARNING root: look out\n"],
    [undefined, "stderr", "a.py:3: deprecated\n"],
  ]);
});

test("errors come from the phases that failed", async () => {
  const { attempts } = await readWhole(pytestJsonReport, sample());
  expect(attempts[1]?.errors).toEqual([
    {
      message: "AssertionError: no\nassert 1 == 2",
      stack: containing("> "),
      type: "AssertionError",
      file: "tests/test_cart.py",
      line: 7,
    },
  ]);
  expect(attempts.slice(2, 4).map(({ errors }) => errors[0]?.message)).toEqual([
    "RuntimeError: setup",
    "RuntimeError: down",
  ]);
});

test("the run has its versions, and collection errors fail it", async () => {
  const { run, problems } = await readWhole(pytestJsonReport, sample());
  expect(run).toEqual({
    kind: "run",
    framework: "pytest",
    frameworkVersion: "8.1.1",
    startedAt: 1_772_359_200_000,
    durationMs: 10_500,
    metadata: { Python: "3.12.1", Platform: "Linux", stage: "qa" },
  });
  expect(problems).toEqual([
    containing("error: tests/test_gone.py could not be collected: ModuleNotFoundError: No module named 'gone'"),
  ]);
});

test.for([
  [{ exitcode: 1, tests: [] }, "no listed test failed"],
  [{ exitcode: 2, tests: [] }, "interrupted"],
  [{ exitcode: 3 }, "an internal error"],
  [{ exitcode: 5, tests: [] }, "found no tests"],
  [{ exitcode: 77, tests: [] }, "the exit code 77"],
  [{ exitcode: 1, summary: { failed: 2, total: 2 } }, "declares 2 failures"],
] as const)("a run with %j is not green", async ([more, reason]) => {
  const { problems } = await readWhole(pytestJsonReport, reportOf(more));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^error: /);
  expect(problems[0]).toContain(reason);
});

test("ignores values of the wrong type", async () => {
  const odd = [null, { nodeid: 4, outcome: {}, call: [], keywords: 4, user_properties: [[], 3], lineno: "x" }];
  const { counts } = await readWhole(pytestJsonReport, reportOf({ exitcode: 0, tests: odd, collectors: 3 }));
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
});

test("a truncated file keeps the tests before the cut", async () => {
  const text = sample();
  const { counts, problems } = await readWhole(pytestJsonReport, text.slice(0, text.indexOf("test_teardown")));
  expect(counts["tests"]).toBe(3);
  expect(problems[1]).toContain("incomplete: The file ends in the middle");
});
