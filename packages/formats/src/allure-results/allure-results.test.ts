// oxlint-disable-next-line no-restricted-imports -- the sample is a folder
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestEvent } from "@plumb/contract/result-event.ts";
import { containing, countsOf, only, readFiles, sampleText } from "#testing/read-sample.ts";
import { allureResults } from "./allure-results.ts";
import { categoriesOf, matchingCategories } from "./categories.ts";

const folder = new URL("./samples/full/", import.meta.url);
const full = Object.fromEntries(
  readdirSync(folder)
    .toSorted()
    .map((name) => [`allure-results/${name}`, sampleText(new URL(name, folder))]),
);

async function read(files: Readonly<Record<string, string>>) {
  const events = await readFiles(allureResults, files, 100);
  const tests = only("test", events);
  return {
    events,
    tests,
    counts: countsOf(events),
    problems: only("problem", events),
    run: Object.assign({}, ...only("run", events)) as Record<string, unknown>,
    named: (title: string) => tests.find(({ titlePath }) => titlePath.at(-1) === title) as TestEvent,
    of: (id: string) => events.filter((event) => "test" in event && event.test === id),
  };
}

const result = (uuid: string, change: object = {}) =>
  JSON.stringify({ uuid, name: "pays", historyId: "h", status: "passed", start: 1_772_359_200_000, ...change });

test("files with the same history id are attempts of one test; the last to start decides", async () => {
  const { counts, named, of } = await read(full);
  expect(counts).toEqual({ tests: 6, passed: 2, failed: 1, error: 1, skipped: 2, flaky: 1 });
  const retried = named("survives a retry");
  expect(retried).toMatchObject({ status: "passed", flaky: true, titlePath: ["shop", "Cart", "survives a retry"] });
  expect(only("attempt", of(retried.id))).toMatchObject([
    {
      index: 0,
      status: "failed",
      worker: 1,
      errors: [{ message: "expected 2, got 3", stack: containing("cart.py:8") }],
    },
    { index: 1, status: "passed", worker: 0, errors: [] },
  ]);
});

test("labels, links, parameters and the description become facts of a test, except hidden ones", async () => {
  const { named, events } = await read(full);
  expect(named("adds an item")).toMatchObject({
    file: "tests/cart.py",
    variant: "firefox, size=L, password=******",
    browser: "firefox",
    author: "Ada",
    tags: ["smoke", "cart"],
    annotations: [
      { type: "severity", description: "critical" },
      { type: "epic", description: "Shopping" },
      { type: "feature", description: "Basket" },
      { type: "issue", description: "SHOP-7 https://tracker.test/SHOP-7" },
      { type: "link", description: "bad" },
      { type: "description", description: "Puts one thing into the cart." },
    ],
  });
  expect(JSON.stringify(events)).not.toMatch(/hunter2|abc123|javascript:|hidden/);
});

test("steps and fixtures are in order, with their attachments", async () => {
  const { named, of } = await read(full);
  const own = of(named("adds an item").id);
  expect(only("step", own).map(({ title, depth, category, status }) => [title, depth, category, status])).toEqual([
    ["session", 0, "fixture", "passed"],
    ["database", 0, "fixture", "failed"],
    ["opens the page (path: /cart)", 0, "test.step", "passed"],
    ["waits", 1, "test.step", "passed"],
    ["adds", 0, "test.step", "passed"],
    ["close", 0, "fixture", "passed"],
  ]);
  const titleOf = (step: number | undefined) => only("step", own)[step ?? -1]?.title;
  expect(only("artifact", own).map(({ name, path, step }) => [name, path, titleOf(step)])).toEqual([
    ["log", "3-attachment", "waits"],
    ["page", "1-attachment.png", undefined],
    ["lost", "2-attachment.txt", undefined],
  ]);
});

test("a test that a fixture broke is an error, with the message of the fixture", async () => {
  const { named, of } = await read(full);
  const broken = named("needs a database");
  expect(broken.status).toBe("error");
  expect(only("attempt", of(broken.id))[0]?.errors).toEqual([
    { message: "cannot connect", stack: "cannot connect\n  at db.py:1" },
  ]);
});

test("a skipped test has a reason, and a test without an end was interrupted", async () => {
  const { named } = await read(full);
  expect(named("is for later")).toMatchObject({ skipReason: "not built yet", annotations: [{ type: "flaky" }] });
  expect(named("was killed")).toMatchObject({ status: "skipped", skipReason: containing("Interrupted") });
});

test("the run has its environment, executor and times, and the failures outside tests", async () => {
  const { run, problems, events } = await read(full);
  expect(run).toEqual({
    kind: "run",
    framework: "pytest",
    startedAt: 1_772_359_200_000,
    durationMs: 5430,
    metadata: {
      os: "Debian 12",
      "browser.version": "156",
      executor: "Jenkins",
      build: "shop #7",
      buildUrl: "https://ci.test/7",
    },
  });
  expect(problems).toMatchObject([
    { severity: "error", reason: "afterAll failed" },
    { severity: "warning", reason: containing('"Endless" was not applied') },
  ]);
  expect(only("artifact", events).filter((event) => event.test === undefined)).toMatchObject([{ name: "Setup log" }]);
});

test("failures fall into the categories of the project", async () => {
  const { named } = await read(full);
  expect(named("pays in time").annotations).toEqual([{ type: "category", description: "Timeouts" }]);
  expect(named("adds an item").annotations).not.toContainEqual({ type: "category", description: "Passed ones" });
});

test.for([
  [".*timeout.*", "a timeout here", true],
  ["timeout.*", "a timeout", false],
  [".*\\(Error\\)", "(Error)", true],
  ["^a.*b.*c$", "a-b-c", true],
  ["a.*a", "a", false],
  ["exact", "exact", true],
  ["exact", "exactly", false],
] as const)("the pattern %s on %s: %s", ([messageRegex, message, expected]) => {
  const categories = categoriesOf([{ name: "it", messageRegex }], () => expect.unreachable());
  expect(matchingCategories(categories, { status: "failed", statusDetails: { message } })).toEqual(
    expected ? ["it"] : [],
  );
});

test("a folder without containers and other files is a complete report", async () => {
  const { counts, problems } = await read({ "x-result.json": result("x") });
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
  expect(problems).toEqual([]);
});

test("reports a folder without results", async () => {
  const { counts, problems } = await read({ "x-container.json": '{"uuid":"x","children":[]}' });
  expect(counts["tests"]).toBe(0);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("contains no results") }]);
});

test("names a truncated file and reads the others", async () => {
  const { counts, problems } = await read({
    "1-result.json": result("1").slice(0, -20),
    "2-result.json": result("2", { historyId: "other" }),
    "3-container.json": '{"uuid":"3","chil',
  });
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
  expect(problems).toMatchObject([
    { severity: "incomplete", file: "1-result.json", reason: containing("not valid JSON") },
    { severity: "incomplete", file: "3-container.json" },
  ]);
});

test("without a history id, the full name and parameters identify the test, or else the file", async () => {
  const named = { historyId: undefined, fullName: "a.B.c" };
  const { counts } = await read({
    "1-result.json": result("1", { ...named, status: "failed" }),
    "2-result.json": result("2", { ...named, start: 1_772_359_300_000 }),
    "3-result.json": result("3", { ...named, parameters: [{ name: "n", value: "1" }] }),
    "4-result.json": result("4", { historyId: undefined }),
    "5-result.json": result("5", { historyId: undefined }),
  });
  expect(counts).toMatchObject({ tests: 4, passed: 4, flaky: 1 });
});

test.for([
  ["PASSED", "passed"],
  ["Broken", "error"],
  ["unknown", "skipped"],
  [null, "skipped"],
  [7, "skipped"],
] as const)("the status %s counts as %s", async ([status, expected]) => {
  const { tests } = await read({ "x-result.json": result("x", { status, stop: 1_772_359_200_001 }) });
  expect(tests[0]?.status).toBe(expected);
});

test("drops the path of an attachment outside the folder", async () => {
  const attachments = ["../../etc/passwd", "/etc/passwd", "C:\\x", "..", "beside.txt"].map((source) => ({
    name: source,
    source,
  }));
  const { events, problems } = await read({ "x-result.json": result("x", { attachments }) });
  expect(only("artifact", events).map(({ path }) => path)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    "beside.txt",
  ]);
  expect(problems).toMatchObject([{ severity: "warning", reason: containing("outside its folder") }]);
});

const container = (uuid: string, child: string) =>
  JSON.stringify({ uuid, children: [child, "x"], befores: [{ name: uuid, status: "passed" }] });

test("containers that contain each other cause no endless loop", async () => {
  const { events } = await read({
    "x-result.json": result("x"),
    "a-container.json": container("a", "b"),
    "b-container.json": container("b", "a"),
  });
  expect(only("step", events)).toHaveLength(2);
});

test("accepts times in seconds and as text", async () => {
  const { events } = await read({ "x-result.json": result("x", { start: 1_772_359_200, stop: "1772359201500" }) });
  expect(only("attempt", events)).toMatchObject([{ startedAt: 1_772_359_200_000, durationMs: 1500 }]);
});

test.for([
  ["x-result.json", '{"uuid":"x","name":"n","status":"passed"}', true],
  ["deep/x-result.json", `{"name":"n","status":"passed","steps":[${'{"name":"s"},'.repeat(10_000)}`, true],
  ["x.json", '{"uuid":"x","name":"n","status":"passed"}', false],
  ["jest-result.json", '{"numTotalTests":1,"testResults":[]}', false],
  ["x-container.json", '{"uuid":"x","befores":[]}', true],
  ["x-container.json", '{"image":"node"}', false],
] as const)("%s that starts as %s is part of a folder: %s", ([name, head, expected]) => {
  expect(allureResults.recognises(head, name)).toBe(expected);
});

test.for([
  ["tests/cart.py#adds", "tests/cart.py"],
  ["cart.spec.ts › Cart › adds", "cart.spec.ts"],
  ["shop:tests/cart.test.js: Cart > adds", "tests/cart.test.js"],
  ["Shop.Tests:Shop.Tests.CartTests.Adds()", null],
  ["tests.test_ui.TestA#test_ok", null],
  ["com.shop.Cart: add", null],
] as const)("the file of %s is %s", async ([fullName, file]) => {
  const { tests } = await read({
    "allure-results/a-result.json": JSON.stringify({ uuid: "a", name: "x", fullName, status: "passed" }),
  });
  expect(tests[0]?.file).toBe(file);
});

test("drops packages and folders at the start of version 3 title paths", async () => {
  const result = {
    uuid: "a",
    name: "adds",
    status: "passed",
    fullName: "shop:features/cart.feature#adds",
    titlePath: ["shop", "features", "Cart"],
  };
  const { tests } = await read({ "allure-results/a-result.json": JSON.stringify(result) });
  expect(tests).toMatchObject([{ file: "features/cart.feature", titlePath: ["Cart", "adds"] }]);
});

test("a framework has the same name as in its other reports", async () => {
  const labels = [{ name: "framework", value: "cucumberjs" }];
  const { run } = await read({ "allure-results/a-result.json": JSON.stringify({ uuid: "a", name: "x", labels }) });
  expect(run).toMatchObject({ framework: "cucumber" });
});

const started = 1_772_359_200_000;

const withParameter = (uuid: string, status: string, value: string, excluded = false) => ({
  [`${uuid}-result.json`]: result(uuid, {
    status,
    start: started + Number(uuid),
    parameters: [{ name: "card", value, excluded }],
  }),
});

test("the same history id with other parameters is another test; excluded parameters and addresses do not count", async () => {
  const { counts } = await read({
    ...withParameter("1", "failed", "EUR"),
    ...withParameter("2", "passed", "USD"),
    ...withParameter("3", "failed", "shop.Card@1b2c6ec2"),
    ...withParameter("4", "passed", "shop.Card@4edde6e5"),
    ...withParameter("5", "failed", "one", true),
    ...withParameter("6", "passed", "two", true),
  });
  expect(counts).toMatchObject({ tests: 4, passed: 3, failed: 1, flaky: 2 });
});

const skip = (uuid: string, start: number, trace: string) => ({
  [`${uuid}-result.json`]: result(uuid, {
    status: "skipped",
    start,
    statusDetails: { message: trace.split(": ")[1], trace: `${trace}\n\tat shop.TillTest.pays(TillTest.java:21)` },
  }),
});

test("TestNG reruns are skips with an error", async () => {
  const { tests, of } = await read({
    ...skip("1", started, "java.lang.AssertionError: the card is refused"),
    ...skip("2", started + 1, "org.testng.SkipException: not now"),
    "3-result.json": result("3", { start: started + 2 }),
  });
  expect(tests).toMatchObject([{ status: "passed", flaky: true }]);
  expect(only("attempt", of(tests[0]?.id ?? ""))).toMatchObject([
    { status: "failed", errors: [{ message: "the card is refused" }] },
    { status: "skipped", errors: [] },
    { status: "passed" },
  ]);
});

test("a failed hook is a warning if its test passed when it ran again, and otherwise an error", async () => {
  const hook = (uuid: string, title: string, start: number) => ({
    [`${uuid}-result.json`]: result(uuid, {
      historyId: uuid,
      name: `"before all" hook for "${title}"`,
      status: "broken",
      start,
      statusDetails: { message: "no login" },
    }),
  });
  const { tests, problems } = await read({
    ...hook("1", "pays", started),
    "2-result.json": result("2", { start: started + 1 }),
    ...hook("3", "pays", started + 2),
    ...hook("4", "opens", started),
  });
  expect(tests.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ['"before all" hook for "opens"', "error"],
    ["pays", "passed"],
    ['"before all" hook for "pays"', "error"],
  ]);
  expect(problems).toMatchObject([
    { severity: "warning", reason: containing('"before all" hook for "pays": no login') },
  ]);
});

test("does not show the value of a masked parameter anywhere", async () => {
  const { events, tests } = await read({
    "1-result.json": result("1", {
      name: "test_login['amber', 'hunter22']",
      status: "failed",
      statusDetails: { message: "hunter22 is wrong", trace: "login('hunter22')" },
      steps: [{ name: "types hunter22", status: "passed" }],
      parameters: [{ name: "password", value: "'hunter22'", mode: "masked" }],
    }),
  });
  expect(JSON.stringify(events)).not.toContain("hunter22");
  expect(tests[0]?.titlePath).toEqual(["test_login['amber', '******']"]);
});

const webdriver = (version: string) => [{ name: "browser", value: `chrome-${version}` }];

const variantOf = async (parameters: readonly object[]) =>
  (await read({ "allure-results/a-result.json": result("a", { parameters }) })).tests[0]?.variant;

test("a browser's version is not part of a variant", async () => {
  expect(await variantOf(webdriver("141.0.7390.54"))).toBe("chrome");
  expect(await variantOf(webdriver("142.0"))).toBe("chrome");
  const named = [
    { name: "browser", value: "Firefox" },
    { name: "browserVersion", value: "143.0" },
    { name: "version", value: "2" },
  ];
  expect(await variantOf(named)).toBe("Firefox, version=2");
});
