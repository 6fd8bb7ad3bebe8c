import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { cypressModuleApi } from "./cypress-module-api.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.json`, import.meta.url));

test("version 13: has counts and run facts, but no secrets of the configuration", async () => {
  const { counts, run, problems, events } = await readWhole(cypressModuleApi, sample("version-13"));
  expect(counts).toEqual({ tests: 4, passed: 1, failed: 1, error: 0, skipped: 2, flaky: 1 });
  expect(run).toEqual({
    kind: "run",
    framework: "cypress",
    frameworkVersion: "13.6.0",
    suite: "shop",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 9000,
    metadata: {
      browserName: "chrome",
      browserVersion: "120.0",
      osName: "linux",
      osVersion: "6.1",
      baseUrl: "https://shop.test",
    },
  });
  expect(problems).toEqual([]);
  expect(JSON.stringify(events)).not.toContain("hidden");
});

test("version 13: error and duration come from the last attempt, and images are matched by name", async () => {
  const { tests, attempts, artifacts } = await readWhole(cypressModuleApi, sample("version-13"));
  expect(tests[1]).toMatchObject({
    file: "cypress/e2e/cart.cy.ts",
    titlePath: ["Cart", "pays @slow: at once"],
    variant: "chrome",
    browser: "chrome",
    tags: ["slow:"],
  });
  expect(attempts.filter(({ test: id }) => id === "2")).toMatchObject([
    { durationMs: null, errors: [{ message: containing("only reports the error of the last attempt") }] },
    { durationMs: 200, errors: [{ message: "AssertionError: expected true to be false", stack: containing("at ") }] },
  ]);
  expect(artifacts.map(({ test: id, attempt, name }) => [id, attempt, name])).toEqual([
    ["2", 0, "Cart -- pays @slow, at once (failed).png"],
    ["2", 1, "Cart -- pays @slow, at once (failed) (attempt 2).png"],
    [undefined, undefined, "own"],
    [undefined, undefined, "cart.cy.ts.mp4"],
  ]);
  expect(tests[3]?.skipReason).toBe("Did not run: a hook failed before it started");
});

test("version 12: attempts have errors, code, images and times, and the browser follows the tests", async () => {
  const { tests, attempts, artifacts, problems } = await readWhole(cypressModuleApi, sample("version-12"));
  expect(tests[0]).toMatchObject({
    variant: "electron",
    annotations: [{ type: "code", description: "() => { cy.visit('/') }" }],
  });
  expect(attempts).toMatchObject([
    { durationMs: 50, startedAt: Date.UTC(2026, 2, 1, 10), errors: [{ message: "once", snippet: "> 2 |", line: 2 }] },
    { durationMs: 60, errors: [{ message: "twice", type: "Error" }] },
  ]);
  expect(artifacts).toMatchObject([{ test: "1", attempt: 0, path: "/x/a (failed).png" }]);
  expect(problems).toEqual(["error: cypress/e2e/a.cy.js failed outside its tests: Webpack Compilation Error"]);
});

test("versions 4 and 5: screenshots name their test and attempt", async () => {
  const tests = [{ testId: "r3", title: ["a"], state: "failed", attempts: [{ state: "failed" }, { state: "failed" }] }];
  const screenshots = [{ testId: "r3", testAttemptIndex: 1, path: "/x/any.png" }];
  const report = { totalTests: 1, runs: [{ spec: { name: "a.js" }, tests, screenshots }] };
  const { artifacts } = await readWhole(cypressModuleApi, JSON.stringify(report));
  expect(artifacts).toMatchObject([{ test: "1", attempt: 1 }]);
});

test("Cypress that failed to start is a failed run without tests", async () => {
  const { counts, problems } = await readWhole(
    cypressModuleApi,
    '{"status":"failed","failures":1,"message":"Could not find Cypress tests"}',
  );
  expect(counts["tests"]).toBe(0);
  expect(problems).toEqual(["error: Cypress could not run: Could not find Cypress tests"]);
});

test("ignores values of the wrong type", async () => {
  const odd = { spec: 4, tests: [null, { title: 5, attempts: [3, {}], state: 1 }], screenshots: [{}, 5], video: {} };
  const { counts } = await readWhole(cypressModuleApi, JSON.stringify({ cypressVersion: 3, runs: [1, odd] }));
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
});

test("a truncated file keeps the specs before the cut", async () => {
  const text = sample("version-13").trimEnd();
  const { counts, problems } = await readWhole(cypressModuleApi, text.slice(0, -2));
  expect(counts["tests"]).toBe(4);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});
