import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { gtestJson } from "./gtest-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));

test("tests that started and never ended are errors, and disabled ones are skipped", async () => {
  const { counts, run, tests, problems } = await readWhole(gtestJson, sample());
  expect(counts).toEqual({ tests: 6, passed: 2, failed: 1, error: 1, skipped: 2, flaky: 0 });
  expect(run).toEqual({ kind: "run", framework: "gtest", startedAt: Date.UTC(2026, 2, 1, 10), durationMs: 1500 });
  expect(tests.map(({ skipReason }) => skipReason).filter(Boolean)).toEqual(["Not here", "Disabled"]);
  expect(problems).toEqual([containing("warning: The report declares 1 failure but lists 2")]);
});

test("a test has its location, parameters and recorded properties", async () => {
  const { tests, attempts } = await readWhole(gtestJson, sample());
  expect(tests[0]).toMatchObject({
    file: "src/cart.cc",
    line: 2,
    titlePath: ["Cart", "Adds"],
    author: "ada",
    annotations: [
      { type: "owner", description: "ada" },
      { type: "issue", description: "SHOP-1" },
    ],
  });
  expect(tests[5]).toMatchObject({ titlePath: ["Typed/0", "Size"], variant: "int, 3" });
  expect(attempts[0]?.durationMs).toBe(250);
});

test("each failed expectation is an error with its location", async () => {
  const { attempts } = await readWhole(gtestJson, sample());
  expect(attempts[1]?.errors).toEqual([
    { message: "Expected: 1\nActual: 2", stack: containing("cart.cc:7"), file: "src/cart.cc", line: 7 },
    { message: "no place" },
  ]);
});

test("ignores values of the wrong type", async () => {
  const odd = { testsuites: [1, { testsuite: [null, { name: 3, failures: 4, time: {} }] }], tests: "x", name: 4 };
  expect((await readWhole(gtestJson, JSON.stringify(odd))).counts).toMatchObject({ tests: 1, passed: 1 });
});

test("a truncated file keeps the suites before the cut", async () => {
  const { counts, problems } = await readWhole(gtestJson, sample().slice(0, sample().indexOf('"Typed/0"')));
  expect(counts["tests"]).toBe(5);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test("a failed setup is not a test, but fails the run", async () => {
  const outside = sampleText(new URL("./samples/outside-tests.json", import.meta.url));
  const { counts, problems, run } = await readWhole(gtestJson, outside);
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
  expect(run.suite).toBe("shop_test");
  expect(problems).toEqual([
    'error: The suite "Cart" failed outside its tests: No shop',
    "error: The environment of the tests failed outside its tests: No database",
  ]);
});
