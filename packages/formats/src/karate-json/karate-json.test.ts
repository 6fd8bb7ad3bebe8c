import { expect, test } from "vitest";
import { detect } from "#detect.ts";
import { junit } from "#junit/junit.ts";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { karateJson } from "./karate-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const featureOf = (scenarioResults: readonly unknown[], more: object = {}) =>
  JSON.stringify({ relativePath: "shop/cart.feature", name: "Cart", scenarioResults, ...more });
const failed = (text: string) => ({
  step: { prefix: "*", text, line: 3 },
  result: { status: "failed", errorMessage: `no ${text}` },
});
const identities = ({ tests }: Awaited<ReturnType<typeof readWhole>>) =>
  tests.map(({ file, titlePath, variant }) => [file, titlePath, variant]);

test("a scenario and each example of an outline is a test", async () => {
  const { tests, counts, problems, run } = await readWhole(karateJson, sample());
  expect(tests.map(({ file, titlePath, variant, status }) => [file, titlePath, variant, status])).toEqual([
    ["shop/cart.feature", ["Adds a book"], "", "passed"],
    ["shop/cart.feature", ["Pays for small"], "", "failed"],
    ["shop/cart.feature", ["Redeems a code"], "row 1", "passed"],
    ["shop/cart.feature", ["Redeems a code"], "row 2", "failed"],
    ["shop/cart.feature", ["Ships"], "", "failed"],
    ["shop/cart.feature", ["Returns"], "", "skipped"],
  ]);
  expect(counts).toMatchObject({ tests: 6, passed: 2, failed: 3, skipped: 1 });
  expect(problems).toEqual([]);
  expect(run).toEqual({ kind: "run", framework: "karate", startedAt: 1_772_359_201_000, durationMs: 164.5 });
});

test("the names agree with Karate's JUnit XML", async () => {
  const names = ["[1:8] Adds a book", "[2.1:20] Pays for small", "[3.1:30] Redeems a code", "[3.2:31] Redeems a code"];
  const cases = names.map((name) => `<testcase classname="shop.cart" name="${name}" time="0.1"/>`).join("");
  const xml = `<testsuite name="shop/cart.feature" tests="4" failures="0" time="1">${cases}</testsuite>`;
  const ours = await readWhole(karateJson, sample());
  expect(identities(await readWhole(junit, xml))).toEqual(identities(ours).slice(0, 4));
});

test("a test has its tags, owner, example and place", async () => {
  const { tests, attempts } = await readWhole(karateJson, sample());
  expect(tests[0]).toMatchObject({ line: 8, tags: ["smoke", "owner=ada"], author: "ada" });
  expect(tests[1]?.annotations).toEqual([
    { type: "feature", description: "Cart\nEverything about the cart" },
    { type: "size", description: "small" },
    { type: "amount", description: "2" },
  ]);
  expect(attempts[0]).toMatchObject({ startedAt: 1_772_359_201_000, durationMs: 150.5, worker: 2 });
});

test("steps of called features are below the call", async () => {
  const { steps } = await readWhole(karateJson, sample());
  expect(steps.slice(0, 6).map(({ title, depth, status, file }) => [title, depth, status, file])).toEqual([
    ["* url baseUrl", 0, "passed", "shop/cart.feature"],
    ["* call read('login.feature') users", 0, "passed", "shop/cart.feature"],
    ["[0] shop/login.feature", 1, "passed", undefined],
    ["When method post", 2, "passed", "shop/login.feature"],
    ["Then karate.abort()", 0, "passed", "shop/cart.feature"],
    ["And status 200", 0, "skipped", "shop/cart.feature"],
  ]);
});

test("a failure has its message and place, and the log of the requests", async () => {
  const { attempts, outputs, artifacts } = await readWhole(karateJson, sample());
  expect(attempts[1]?.errors).toEqual([
    {
      message: "status code was: 409, expected: 201\nclasspath:shop/cart.feature:17",
      file: "shop/cart.feature",
      line: 17,
    },
  ]);
  expect(outputs.find(({ test: id }) => id === "2")?.text).toMatch(/2 < 409\n\{"error":"paid twice"\}\n$/);
  expect(artifacts).toMatchObject([{ test: "2", name: "cart_1772359202000.png", path: "cart_1772359202000.png" }]);
  expect(attempts[4]?.errors).toMatchObject([{ message: "karate-config.js failed" }]);
});

test("every failed step of a scenario that continues after failures is an error", async () => {
  const { attempts } = await readWhole(karateJson, featureOf([{ name: "a", stepResults: [failed("b"), failed("c")] }]));
  expect(attempts[0]?.errors.map(({ message }) => message)).toEqual(["no b", "no c"]);
});

test("a feature without scenarios is not green in silence", async () => {
  expect((await readWhole(karateJson, featureOf([]))).problems).toEqual([
    'warning: No scenario of the feature "Cart" ran',
  ]);
  expect((await readWhole(karateJson, featureOf([], { passedCount: 0, failedCount: 2 }))).problems).toEqual([
    containing("error: The report declares 2 failures,"),
  ]);
});

test("deeply nested calls are cut", async () => {
  const depth = 3000;
  const begin = '{"stepResults":[{"step":{"text":"call"},"callResults":[{"scenarioResults":[';
  const nested = `${begin.repeat(depth)}${"]}]}]}".repeat(depth)}`;
  const { counts, steps } = await readWhole(karateJson, `{"relativePath":"a.feature","scenarioResults":[${nested}]}`);
  expect(counts["passed"]).toBe(1);
  expect(steps.length).toBeLessThan(200);
});

test("ignores values of the wrong type", async () => {
  const odd = { name: 7, stepResults: [7, null, {}, { step: [], result: 3, callResults: {}, embeds: [{}] }], tags: 1 };
  const { tests } = await readWhole(karateJson, featureOf([3, null, {}, odd], { name: {}, relativePath: 4 }));
  expect(tests.map(({ titlePath, file }) => [titlePath, file])).toEqual([
    [["(unnamed)"], null],
    [["(unnamed)"], null],
  ]);
});

test.for([
  ['{"failedCount":0,"relativePath":"a.feature","scenarioResults":[', true],
  ['{"scenarioResults":[{"stepResults":[]}', true],
  ['{"scenarioResults":[{"score":1}]}', false],
  ['{"scenarioResults":', false],
] as const)("%s is Karate JSON: %s", ([head, yes]) => {
  expect(karateJson.recognises(head, "a.txt")).toBe(yes);
});

test("the summary of a run is declined with advice", () => {
  const summary = '{"version":"1.4.1","scenariosfailed":1,"featureSummary":[],"scenariosPassed":2}';
  expect(detect(summary, new Uint8Array(), "karate-summary-json.txt")).toMatchObject({
    declined: containing("which end in .karate-json.txt"),
  });
});
