import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { testcafeJson } from "./testcafe-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));

test("counts the tests; an unstable one that passed is flaky", async () => {
  const { counts, run, outputs } = await readWhole(testcafeJson, sample());
  expect(counts).toEqual({ tests: 4, passed: 2, failed: 1, error: 0, skipped: 1, flaky: 1 });
  expect(run).toEqual({
    kind: "run",
    framework: "testcafe",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 3000,
    metadata: { browsers: "Chrome 120.0.0.0 / Debian 12" },
  });
  expect(outputs).toMatchObject([{ stream: "stderr", text: "slow\n" }]);
});

test("a test has its location, browser, screenshot, and the metadata of test and fixture", async () => {
  const { tests, artifacts } = await readWhole(testcafeJson, sample());
  expect(tests[0]).toMatchObject({
    file: "tests/cart.js",
    titlePath: ["Cart @ui", "adds"],
    variant: "Chrome",
    browser: "chrome",
    tags: ["ui"],
    author: "ada",
    annotations: [
      { type: "layer", description: "ui" },
      { type: "owner", description: "ada" },
    ],
  });
  expect(artifacts).toMatchObject([{ test: "1", path: "/x/shots/1.png" }]);
});

test("an error is split into message and code", async () => {
  const { attempts } = await readWhole(testcafeJson, sample());
  expect(attempts[1]?.errors).toEqual([
    {
      message: "AssertionError: no\n\n+ expected",
      stack: containing("at pays (cart.js:2:1)"),
      snippet: containing(" >  2 |  await t.expect(1)"),
    },
  ]);
});

test("ignores values of the wrong type", async () => {
  const odd = { userAgents: 3, fixtures: [1, { tests: [null, { name: 3, errs: 4, meta: [] }] }], warnings: {} };
  expect((await readWhole(testcafeJson, JSON.stringify(odd))).counts).toMatchObject({ tests: 1, passed: 1 });
});

test("reads unlimited blank lines in linear time", async () => {
  const errs = ["\n \t".repeat(300_000)];
  const report = JSON.stringify({ userAgents: [], fixtures: [{ name: "f", tests: [{ name: "t", errs }] }] });
  expect((await readWhole(testcafeJson, report)).counts["failed"]).toBe(1);
});

test("a truncated file keeps the fixtures before the cut", async () => {
  const text = sample();
  const { counts, problems } = await readWhole(testcafeJson, text.slice(0, text.indexOf('"warnings"')));
  expect(counts["tests"]).toBe(4);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});
