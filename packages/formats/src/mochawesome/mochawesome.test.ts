import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { mochawesome } from "./mochawesome.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const passed = { title: "works", pass: true, state: "passed", duration: 3 };

test("counts the tests; a failed hook fails the run, and the tests it skipped are skipped", async () => {
  const { counts, run, tests, problems } = await readWhole(mochawesome, sample());
  expect(counts).toEqual({ tests: 4, passed: 1, failed: 1, error: 0, skipped: 2, flaky: 0 });
  expect(problems).toEqual(['error: Pay › "before all" hook: log in for "pays": Error: no user']);
  expect(tests.map(({ skipReason }) => skipReason)).toEqual([
    undefined,
    undefined,
    undefined,
    "Did not run: a hook failed before it started",
  ]);
  expect(run).toMatchObject({
    framework: "cypress",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 5000,
    metadata: { mocha: "7.0.1", mochawesome: "7.1.3" },
  });
});

test("a test has its location, tags, code and added context", async () => {
  const { tests, attempts, artifacts } = await readWhole(mochawesome, sample());
  expect(tests[0]).toEqual({
    kind: "test",
    id: "1",
    file: "cypress/e2e/cart.cy.ts",
    titlePath: ["Cart @ui", "adds"],
    variant: "",
    status: "passed",
    flaky: false,
    tags: ["ui"],
    annotations: [
      { type: "context", description: "note" },
      { type: "data", description: '{"a":1}' },
      { type: "context", description: "https://ci.test/1" },
      { type: "code", description: "cy.get('a')" },
    ],
  });
  expect(artifacts).toMatchObject([
    { test: "1", path: "cart.cy.ts/adds (failed).png", contentType: "image/png" },
    { test: "2", contentType: "image/png", body: "iVBORw0KGgo=" },
  ]);
  expect(attempts[1]).toMatchObject({
    durationMs: 30,
    errors: [
      {
        message: "AssertionError: expected 1 to equal 2",
        stack: containing("at cart.cy.ts"),
        snippet: "- 1\n+ 2\n",
      },
    ],
  });
});

test("waits for a title that follows the tests of its suite", async () => {
  const suite = { suites: [{ suites: [], tests: [passed], title: "inner" }], tests: [passed], title: "outer" };
  const { tests } = await readWhole(mochawesome, JSON.stringify({ stats: {}, results: [suite] }));
  expect(tests.map(({ titlePath }) => titlePath)).toEqual([
    ["outer", "inner", "works"],
    ["outer", "works"],
  ]);
});

test("reads the single root of version 1 and the roots of a merged report", async () => {
  const root = { title: "", suites: [{ title: "a", tests: [passed], suites: [] }] };
  const { counts } = await readWhole(mochawesome, JSON.stringify({ stats: {}, suites: root, allTests: [passed] }));
  expect(counts["tests"]).toBe(1);
  const merged = await readWhole(mochawesome, JSON.stringify({ stats: {}, results: [root, false, root] }));
  expect(merged.counts["tests"]).toBe(2);
});

test("a spec without tests is empty, and declared but unlisted failures are reported", async () => {
  const { counts, problems } = await readWhole(mochawesome, '{"stats":{"failures":2},"results":[false],"meta":{}}');
  expect(counts["tests"]).toBe(0);
  expect(problems).toEqual([containing("error: The report declares 2 failures")]);
});

test("survives values of the wrong type, inline diffs and errors as strings", async () => {
  const odd = [
    { title: 3, state: "failed", err: "thrown", context: "{not json", duration: -1 },
    { title: "inline", fail: true, err: { diff: [{ value: "a", added: true }, { value: "b", removed: true }, 1] } },
    null,
  ];
  const { attempts, tests } = await readWhole(
    mochawesome,
    JSON.stringify({ stats: {}, results: [{ title: "", tests: odd, suites: 5 }] }),
  );
  expect(attempts).toMatchObject([
    { durationMs: null, errors: [{ message: "thrown" }] },
    { errors: [{ snippet: "{+a+}[-b-]" }] },
  ]);
  expect(tests[0]).toMatchObject({ titlePath: ["(unnamed)"], annotations: [{ description: "{not json" }] });
});

test("a truncated file keeps the tests before the cut", async () => {
  const { counts, problems } = await readWhole(mochawesome, sample().slice(0, sample().indexOf('"title": "later"')));
  expect(counts["tests"]).toBe(2);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test("reads unlimited nesting of suites up to the limit", async () => {
  const deep = `${'{"title":"s","suites":['.repeat(3000)}${"]}".repeat(3000)}`;
  const { problems } = await readWhole(mochawesome, `{"stats":{},"results":[${deep}]}`);
  expect(problems[0]).toContain("nested deeper than");
});

test("version 3 has one root and no list of all tests", async () => {
  const suites = { uuid: "1", title: "", root: true, rootEmpty: true, beforeHooks: [], tests: [passed], suites: [] };
  const report = JSON.stringify({ stats: { tests: 1 }, suites, copyrightYear: 2018 });
  expect(mochawesome.recognises(report, "mochawesome.json")).toBe(true);
  expect((await readWhole(mochawesome, report)).counts).toMatchObject({ tests: 1, passed: 1 });
});
