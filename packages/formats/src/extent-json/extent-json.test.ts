import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { extentJson } from "./extent-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));

test("innermost nodes and scenarios are tests; a failed group without a failed child fails the run", async () => {
  const { counts, tests, problems } = await readWhole(extentJson, sample());
  expect(counts).toEqual({ tests: 5, passed: 3, failed: 1, error: 0, skipped: 1, flaky: 0 });
  expect(tests.map(({ titlePath }) => titlePath.join(" › "))).toEqual([
    "Cart › adds",
    "Cart › pays",
    "Cart › later",
    "warns",
    "Feature › a scenario",
  ]);
  expect(problems).toEqual(["error: Feature: the hook broke"]);
});

test("people, categories and devices are inherited, and markup is removed", async () => {
  const { tests, steps, attempts } = await readWhole(extentJson, sample());
  expect(tests[0]).toMatchObject({
    variant: "Chrome",
    browser: "chrome",
    tags: ["smoke"],
    author: "ada",
    annotations: [{ type: "description", description: "Adds one & all" }],
  });
  expect(steps.filter(({ test: id }) => id === "1").map(({ title }) => title)).toEqual(["opened page here", "done"]);
  expect(steps.filter(({ test: id }) => id === "5").map(({ title, depth }) => [depth, title])).toEqual([
    [0, "Given a shop"],
    [1, "step log"],
  ]);
  expect(tests[2]?.skipReason).toBe("Not on Linux");
  expect(attempts[0]).toMatchObject({ startedAt: null, durationMs: 2000 });
});

test("exceptions are errors, and media are attachments", async () => {
  const { attempts, artifacts } = await readWhole(extentJson, sample());
  expect(attempts[1]?.errors).toEqual([
    { message: "java.lang.AssertionError: no", stack: containing("Pay.java"), type: "AssertionError" },
  ]);
  expect(artifacts).toMatchObject([
    { test: "1", name: "cart", path: "shots/a.png" },
    { test: "2", contentType: "image/png", body: "iVBORw0KGgo=" },
  ]);
  expect(artifacts.map(({ step }) => step)).toEqual([1, undefined]);
});

test("survives values of the wrong type and unlimited nesting", async () => {
  const deep = `${'{"name":"n","status":"PASS","children":['.repeat(2000)}${"]}".repeat(2000)}`;
  const { counts, problems } = await readWhole(extentJson, `[{"status":3,"logs":[4],"children":{}},5,${deep}]`);
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
  expect(problems).toEqual([containing("incomplete: Nodes are nested deeper")]);
});

test("a truncated file keeps the tests before the cut", async () => {
  const { counts, problems } = await readWhole(extentJson, sample().slice(0, sample().indexOf('"warns"')));
  expect(counts["tests"]).toBe(3);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test.for([
  ['[{"name":"a","status":"PASS","categorySet":[]', true],
  ['[{"name":"a","status":"passed","elements":[]}]', false],
  ['{"name":"a","status":"PASS","categorySet":[]}', false],
] as const)("%s is detected as ExtentReports: %s", ([head, yes]) => {
  expect(extentJson.recognises(head, "extent.json")).toBe(yes);
});

const skipped = (type: string) => ({
  name: "pays",
  status: "SKIP",
  categorySet: [],
  logs: [
    {
      status: "SKIP",
      details: "",
      exception: { name: type, stackTrace: `${type}: busy\n\tat shop.Till.pays(Till.java:3)` },
    },
  ],
});

test("a skip with an error was retried if its test appears again", async () => {
  const again = { name: "pays", status: "PASS", categorySet: [] };
  const retried = await readWhole(extentJson, JSON.stringify([skipped("java.lang.AssertionError"), again]));
  expect(retried.counts).toMatchObject({ tests: 1, passed: 1, flaky: 1 });
  expect(retried.attempts).toMatchObject([{ status: "failed", errors: [{ message: containing("busy") }] }, {}]);
  const alone = await readWhole(extentJson, JSON.stringify([skipped("java.lang.AssertionError")]));
  expect(alone.counts).toMatchObject({ tests: 1, skipped: 1 });
  const real = await readWhole(extentJson, JSON.stringify([skipped("org.testng.SkipException"), again]));
  expect(real.counts).toMatchObject({ tests: 2, passed: 1, skipped: 1, flaky: 0 });
});
