import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { cucumberJson } from "./cucumber-json.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.json`, import.meta.url));

test("counts scenarios as tests, but not backgrounds; the worst step decides", async () => {
  const { counts, tests, problems, run } = await readWhole(cucumberJson, sample("full"));
  expect(counts).toEqual({ tests: 6, passed: 1, failed: 3, error: 0, skipped: 2, flaky: 0 });
  expect(tests.map(({ titlePath, status }) => [titlePath.join(" › "), status])).toEqual([
    ["Cart › adds", "passed"],
    ["Cart › pays", "failed"],
    ["Cart › never got there", "failed"],
    ["Cart › nobody wrote it", "skipped"],
    ["Cart › left out", "skipped"],
    ["Pay › js", "failed"],
  ]);
  expect(problems).toEqual([containing("warning: Scenarios with undefined or pending steps")]);
  expect(run.framework).toBe("cucumber");
});

test("facts of a feature that follow its scenarios apply to each of them", async () => {
  const { tests } = await readWhole(cucumberJson, sample("full"));
  expect(tests[0]).toEqual({
    kind: "test",
    id: "1",
    file: "shop/cart.feature",
    titlePath: ["Cart", "adds"],
    variant: "",
    status: "passed",
    flaky: false,
    line: 5,
    tags: ["ui", "smoke", "owner:ada"],
    author: "ada",
    annotations: [
      { type: "description", description: "Adds one." },
      { type: "feature", description: "All of the cart" },
    ],
  });
  expect(tests[3]?.skipReason).toBe("Undefined: When I fly");
  expect(tests[4]?.skipReason).toBeUndefined();
});

test("durations are in nanoseconds, as numbers or strings, including hooks and background", async () => {
  const { attempts } = await readWhole(cucumberJson, sample("full"));
  expect(attempts[0]).toMatchObject({ startedAt: Date.UTC(2026, 2, 1, 10), durationMs: 5 });
});

test("steps are in order of execution, with hooks, tables and texts", async () => {
  const { steps } = await readWhole(cucumberJson, sample("full"));
  expect(
    steps.filter(({ test: id }) => id === "1").map(({ title, depth, category }) => [depth, category, title]),
  ).toEqual([
    [0, "hook", "Before Hooks.open()"],
    [0, "test.step", "Given a shop"],
    [0, "test.step", "When I add"],
    [1, "argument", "| item | count |"],
    [1, "argument", "| tea | 2 |"],
    [0, "test.step", "Then I read"],
    [1, "argument", "long text"],
    [0, "hook", "After Hooks.close()"],
  ]);
});

test("attachments are base64 or plain text, and logs are output", async () => {
  const { artifacts, outputs, steps } = await readWhole(cucumberJson, sample("full"));
  const titleOf = ({ test: id, step }: (typeof artifacts)[number]) =>
    steps.filter((other) => other.test === id)[step ?? -1]?.title;
  expect(artifacts.map(titleOf)).toEqual(["When I add", "When I add"]);
  expect(artifacts).toMatchObject([
    { name: "shot", contentType: "image/png", body: "iVBORw0KGgo=" },
    { contentType: "text/plain", body: Buffer.from("plain words").toString("base64") },
  ]);
  expect(outputs.map(({ text }) => text)).toEqual(["opened\na log\n"]);
});

test("failures come from steps, the background and hooks", async () => {
  const { attempts } = await readWhole(cucumberJson, sample("full"));
  const errors = attempts.map((attempt) => attempt.errors[0]).filter((error) => error !== undefined);
  expect(errors).toEqual([
    {
      message: "java.lang.AssertionError: not paid",
      stack: containing("at shop.Steps.pay"),
      file: "shop/cart.feature",
      line: 7,
    },
    { message: "Failed: Given a shop", file: "shop/cart.feature", line: 7 },
    { message: "Error: hook", stack: containing("hooks.js"), file: "features/pay.feature" },
  ]);
});

test("behave writes seconds, locations with lines, and lists of lines", async () => {
  const { run, tests, attempts, steps } = await readWhole(cucumberJson, sample("behave"));
  expect(run.framework).toBe("behave");
  expect(tests).toMatchObject([
    { file: "features/cart.feature", line: 6, tags: ["ui", "slow"], titlePath: ["Cart", "pays"], status: "failed" },
  ]);
  expect(attempts[0]).toMatchObject({ durationMs: 1750, errors: [{ message: "Traceback:\nAssertionError: no" }] });
  expect(steps.map(({ title }) => title)).toEqual(["Given a shop", "When I pay", "| a |", "| 1 |", "one two"]);
});

test("an empty list is a run without scenarios, and not green", async () => {
  const { problems } = await readWhole(cucumberJson, "[]");
  expect(problems).toEqual(["error: The report is an empty list: Cucumber ran no scenarios"]);
});

test("ignores values of the wrong type", async () => {
  const odd = [
    1,
    null,
    { name: 4, tags: 5, elements: [null, { steps: 7, tags: [4], before: {} }, { steps: [null, { result: [] }] }] },
  ];
  const { counts } = await readWhole(cucumberJson, JSON.stringify([{ elements: [] }, ...odd]));
  expect(counts).toMatchObject({ tests: 2, passed: 1, skipped: 1 });
});

test("a truncated file keeps the scenarios before the cut", async () => {
  const text = sample("full");
  const { counts, problems } = await readWhole(cucumberJson, text.slice(0, text.indexOf("nobody wrote it")));
  expect(counts["tests"]).toBe(3);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test("skips logs before the report", async () => {
  const { counts } = await readWhole(cucumberJson, `[INFO] Running\n[12:01] {x}\n${sample("full")}[ERROR] done\n`);
  expect(counts["tests"]).toBe(6);
});

test.for([
  ['[{"pattern":"x","matches":[],"keyword":"Given"}]', false],
  ['[{"line":1,"elements":[{"steps":[', true],
  ['[{"keyword":"Feature","name":"n","location":"f:1","tags":[]}]', true],
  ['{"elements":[],"keyword":"Feature","uri":"x"}', false],
  ["[1,2]", false],
] as const)("%s is Cucumber JSON: %s", ([head, yes]) => {
  expect(cucumberJson.recognises(head, "cucumber.json")).toBe(yes);
});

test("behave: failed hooks, which its report omits, are not green", async () => {
  const { tests, attempts, problems } = await readWhole(cucumberJson, sample("behave-1.2.6-hooks"));
  expect(tests.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ["flaky one", "failed"],
    ["before hook fails", "failed"],
    ["after hook fails", "passed"],
  ]);
  expect(attempts[0]?.errors).toMatchObject([{ message: "ValueError: first", stack: containing("Traceback") }]);
  expect(attempts[1]?.errors).toMatchObject([{ message: containing("A hook failed") }]);
  expect(problems).toEqual([containing('error: "after hook fails" failed although its steps passed')]);
});

const step = (status: string, error?: string) => ({
  keyword: "Given ",
  name: "a shop",
  result: { status, ...(error === undefined ? {} : { error_message: error }) },
});
const feature = (...elements: object[]) => JSON.stringify([{ uri: "a.feature", name: "Cart", elements }]);

test("ignores the outline that Cucumber-JVM 1 lists before its rows", async () => {
  const { tests, problems } = await readWhole(
    cucumberJson,
    feature(
      { type: "scenario_outline", name: "adds", examples: [{}], steps: [{ keyword: "Given ", name: "<n>" }] },
      { type: "scenario", id: "cart;adds;;2", line: 9, name: "adds", steps: [step("passed")] },
      { type: "scenario", id: "cart;adds;;3", line: 10, name: "adds", steps: [step("passed")] },
    ),
  );
  expect(tests.map(({ line, status }) => [line, status])).toEqual([
    [9, "passed"],
    [10, "passed"],
  ]);
  expect(problems).toEqual([]);
});

test("a scenario listed again right after its failure is another attempt", async () => {
  const scenario = { type: "scenario", id: "cart;pays", line: 3, name: "pays" };
  const { counts, attempts } = await readWhole(
    cucumberJson,
    feature({ ...scenario, steps: [step("failed", "boom")] }, { ...scenario, steps: [step("passed")] }),
  );
  expect(counts).toMatchObject({ tests: 1, passed: 1, flaky: 1 });
  expect(attempts).toMatchObject([{ status: "failed", errors: [{ message: "boom" }] }, { status: "passed" }]);
});

const started = (seconds: number) => ({ start_timestamp: `2026-03-01T10:00:0${seconds}.000Z` });
const belt = (name: string, line: number, seconds: number, ...steps: object[]) => ({
  ...started(seconds),
  type: "scenario",
  id: `belt;${name}`,
  line,
  name,
  steps,
});

test("a scenario that ran again after its failure is one test, even if others ended in between", async () => {
  const { counts, attempts } = await readWhole(
    cucumberJson,
    feature(
      belt("starts", 3, 0, step("failed", "it stands")),
      belt("stops", 8, 1, step("passed")),
      belt("starts", 3, 2, step("failed", "it stands")),
      belt("turns", 12, 3, step("passed")),
      belt("starts", 3, 4, step("passed")),
    ),
  );
  expect(counts).toMatchObject({ tests: 3, passed: 3, flaky: 1 });
  expect(attempts.filter(({ test: id }) => id === "3").map(({ status }) => status)).toEqual([
    "failed",
    "failed",
    "passed",
  ]);
});

test("two executions at the same time are two tests, and so are two after a pass", async () => {
  const long = { ...step("failed", "it stands"), result: { status: "failed", duration: 5_000_000_000 } };
  const { counts } = await readWhole(
    cucumberJson,
    feature(
      belt("starts", 3, 0, long),
      belt("starts", 3, 2, step("passed")),
      belt("stops", 8, 3, step("passed")),
      belt("stops", 8, 4, step("failed", "it turns")),
    ),
  );
  expect(counts).toMatchObject({ tests: 4, passed: 2, failed: 2, flaky: 0 });
});

const row = (id: string, line: number) => ({
  type: "scenario",
  id,
  line,
  name: "takes money",
  steps: [step("passed")],
});

test("rows of an outline are separate tests", async () => {
  const { tests } = await readWhole(
    cucumberJson,
    feature(
      row("till;takes-money;;2", 9),
      row("till;takes-money;;3", 10),
      row("till;takes-money;in-euro;2", 15),
      row("till;takes-money", 20),
    ),
  );
  expect(tests.map(({ variant }) => variant)).toEqual(["row 1", "row 2", "in-euro, row 1", ""]);
});

test.for([
  ["Cucumber-JVM", { ...started(0), type: "scenario", name: "stops", steps: [step("undefined"), step("skipped")] }],
  ["Cucumber.js", { type: "scenario", name: "stops", steps: [{ ...step("undefined"), arguments: [] }] }],
] as const)("an undefined step of %s fails its scenario", async ([, scenario]) => {
  const { counts, attempts, problems } = await readWhole(cucumberJson, feature(scenario));
  expect(counts).toMatchObject({ tests: 1, failed: 1, skipped: 0 });
  expect(attempts[0]?.errors).toMatchObject([{ message: "Undefined: Given a shop" }]);
  expect(problems).toEqual([]);
});

test("behave fails a scenario with an undefined step; later steps did not run", async () => {
  const scenario = { type: "scenario", name: "stops", status: "failed", steps: [step("undefined"), { name: "later" }] };
  const text = JSON.stringify([{ location: "a.feature:1", name: "Belt", elements: [scenario] }]);
  const { counts, attempts } = await readWhole(cucumberJson, text);
  expect(counts).toMatchObject({ tests: 1, failed: 1 });
  expect(attempts[0]?.errors).toMatchObject([{ message: "Undefined: Given a shop" }]);
});

test("a pending step has its reason", async () => {
  const pending = step("pending", "PendingException: waits for the API\n\tat Steps.java:3");
  const { tests } = await readWhole(cucumberJson, feature({ type: "scenario", name: "pays", steps: [pending] }));
  expect(tests[0]?.skipReason).toBe("Pending: Given a shop (PendingException: waits for the API)");
});
