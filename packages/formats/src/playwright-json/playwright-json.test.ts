import { expect, test } from "vitest";
import { limits } from "#limits.ts";
import { containing, countsOf, matching, only, readText, sampleText } from "#testing/read-sample.ts";
import { playwrightJson } from "./playwright-json.ts";

function summary(events: Awaited<ReturnType<typeof readText>>) {
  return {
    events,
    counts: countsOf(events),
    tests: only("test", events),
    attempts: only("attempt", events),
    problems: only("problem", events),
    run: Object.assign({}, ...only("run", events)) as Record<string, unknown>,
  };
}

async function read(name: string) {
  const text = sampleText(new URL(`./samples/${name}.json`, import.meta.url));
  const events = await readText(playwrightJson, text, 16);
  expect(await readText(playwrightJson, text, 1_000_000), "chunks must not matter").toHaveLength(events.length);
  return summary(events);
}

const titles = (tests: readonly { titlePath: string[] }[]) => tests.map(({ titlePath }) => titlePath);

test("counts like Playwright, with flaky tests as part of passed ones", async () => {
  const { counts, run } = await read("full");
  expect(counts).toEqual({ tests: 8, passed: 3, failed: 1, error: 0, skipped: 4, flaky: 1 });
  expect(run).toEqual({
    kind: "run",
    framework: "playwright",
    frameworkVersion: "1.65.1",
    suite: "shop",
    workers: 2,
    shard: { current: 2, total: 3 },
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 61_234.5,
    metadata: {
      commit: "abc123",
      buildUrl: "https://ci.test/7",
      branch: "main",
      commitSubject: 'Fix "quotes"',
      commitAuthor: "Ada",
    },
  });
});

test("keeps recorded metadata and browser settings, but no secrets", async () => {
  const config = {
    version: "1.65.1",
    metadata: { product: "ShopDemo", build: 42, apiToken: "hidden", nested: { a: 1 }, actualWorkers: 2 },
    projects: [
      {
        name: "desktop",
        use: { viewport: { width: 1280, height: 720 }, userAgent: "Mozilla/5.0", httpCredentials: "hidden" },
      },
      { name: "mobile", use: { viewport: { width: 360, height: 740 }, viewportless: "x" } },
    ],
  };
  const [run] = only("run", await readText(playwrightJson, JSON.stringify({ config, suites: [] }), 1000));
  expect(run?.metadata).toEqual({
    product: "ShopDemo",
    build: "42",
    "viewport [desktop]": "1280×720",
    "userAgent [desktop]": "Mozilla/5.0",
    "viewport [mobile]": "360×740",
  });
});

test("the first of several errors keeps its stack and code, the others come from the list", async () => {
  const result = {
    status: "failed",
    error: { message: "\u001b[31mError\u001b[39m: first", stack: "Error: first\n    at a.ts:1:1", snippet: "> 1 | a" },
    errors: [{ message: "Error: first\n\n> 1 | a\n    at a.ts:1:1" }, { message: "Error: second\n\n> 2 | b" }],
  };
  const spec = { title: "t", tests: [{ projectName: "p", results: [result] }] };
  const report = { config: {}, suites: [{ title: "a.spec.ts", file: "a.spec.ts", specs: [spec] }] };
  const [attempt] = only("attempt", await readText(playwrightJson, JSON.stringify(report), 1000));
  expect(attempt?.errors).toMatchObject([
    { message: "\u001b[31mError\u001b[39m: first", snippet: "> 1 | a" },
    { message: "Error: second\n\n> 2 | b" },
  ]);
});

test("keeps nothing of the configuration that looks like a secret", async () => {
  const { events } = await read("full");
  expect(JSON.stringify(events)).not.toContain("hidden");
});

test("a test has its location, project, tags, annotations and owner", async () => {
  const { tests, events } = await read("full");
  expect(tests[0]).toEqual({
    kind: "test",
    id: "1",
    file: "cart.spec.ts",
    titlePath: ["top level @smoke"],
    variant: "Mobile Safari",
    status: "passed",
    flaky: false,
    line: 3,
    browser: "safari",
    tags: ["smoke", "fast"],
    author: "Ada",
    annotations: [
      { type: "owner", description: "Ada" },
      { type: "issue", description: "SHOP-1" },
    ],
    timeoutMs: 30_000,
  });
  expect(events.filter((event) => "test" in event && event.test === "1")).toEqual([
    {
      kind: "attempt",
      test: "1",
      index: 0,
      status: "passed",
      startedAt: Date.UTC(2026, 2, 1, 10, 0, 0, 500),
      durationMs: 120,
      errors: [],
      worker: 3,
    },
    {
      kind: "step",
      test: "1",
      attempt: 0,
      title: "open",
      depth: 0,
      status: "passed",
      durationMs: 50,
      category: "test.step",
    },
    {
      kind: "step",
      test: "1",
      attempt: 0,
      title: "inner",
      depth: 1,
      status: "failed",
      durationMs: 20,
      category: "test.step",
      error: "inner failed",
    },
    {
      kind: "step",
      test: "1",
      attempt: 0,
      title: "close",
      depth: 0,
      status: "passed",
      durationMs: null,
      category: "test.step",
    },
    { kind: "stdout", test: "1", attempt: 0, stream: "stdout", text: "hello \u001b[32mgreen\u001b[39m\nbytes" },
    { kind: "stdout", test: "1", attempt: 0, stream: "stderr", text: "careful\n" },
    {
      kind: "artifact",
      test: "1",
      attempt: 0,
      name: "screenshot",
      contentType: "image/png",
      path: "D:\\ci\\test-results\\cart\\shot.png",
    },
    { kind: "artifact", test: "1", attempt: 0, name: "note", contentType: "text/plain", body: "bm90ZQ==" },
  ]);
});

test("events of a test come before the deciding one", async () => {
  const { events } = await read("full");
  const ids = events.map((event) => (event.kind === "test" ? event.id : "test" in event ? event.test : undefined));
  const decidedAt = (id: string) => events.findIndex((event) => event.kind === "test" && event.id === id);
  for (const [index, id] of ids.entries()) expect(id === undefined || index <= decidedAt(id)).toBe(true);
});

test("errors keep their parts, and their locations are relative to the root", async () => {
  const { attempts } = await read("full");
  expect(attempts.filter((attempt) => attempt.test === "2")).toMatchObject([
    {
      index: 0,
      status: "failed",
      errors: [
        { message: "Test timeout of 30000ms exceeded." },
        {
          message: "TimeoutError: locator.click: Timeout\n[cause]: Error: socket closed",
          type: "TimeoutError",
          snippet: "> 12 | await page.click()",
          file: "cart.spec.ts",
          line: 12,
          column: 9,
          stack: matching(/cart\.spec\.ts:12:9\n\[cause\]: Error: socket closed/),
        },
      ],
    },
    { index: 1, status: "passed", errors: [], worker: 1 },
  ]);
});

test("expected failures pass, and unexpected passes fail with a reason", async () => {
  const { tests, attempts } = await read("full");
  expect(tests.slice(2, 4)).toMatchObject([
    { titlePath: ["Cart", "fixed at last"], status: "failed" },
    { titlePath: ["Cart", "still broken"], status: "passed", flaky: false },
  ]);
  expect(attempts.filter(({ test: id }) => id === "3")).toMatchObject([
    { status: "failed", errors: [{ message: "Expected to fail, but passed" }] },
  ]);
  expect(attempts.filter(({ test: id }) => id === "4")).toMatchObject([
    { status: "passed", errors: [{ message: "'thrown text'" }] },
  ]);
});

test("distinguishes an intended skip from a test that was not reached", async () => {
  const { tests } = await read("full");
  expect(tests.slice(4).map(({ titlePath, skipReason }) => [titlePath.at(-1), skipReason])).toEqual([
    ["skipped", "needs a printer"],
    ["fixme", "Marked as fixme"],
    ["never reached", containing("Did not run")],
    ["stopped", containing("Interrupted")],
  ]);
});

test("an error outside all tests is a problem that fails the run", async () => {
  const { problems } = await read("full");
  expect(problems).toMatchObject([{ severity: "error", reason: "Error: no server (/x/setup.ts:4)", line: 125 }]);
});

test("accepts sorted keys, where suite titles come last", async () => {
  const { tests, run } = await read("sorted-keys");
  expect(titles(tests)).toEqual([["first"], ["inner", "second"]]);
  expect(run).toMatchObject({ suite: "shop", frameworkVersion: "1.40.0" });
});

test("computes outcomes if they and the stats are missing, as before 1.38", async () => {
  const { tests, attempts, counts } = await read("suites-first-no-stats");
  expect(tests).toMatchObject([
    {
      variant: "chromium",
      browser: "chromium",
      status: "passed",
      flaky: true,
      tags: ["old"],
      titlePath: ["no stated outcome @old"],
    },
    { variant: "firefox", status: "failed" },
    { variant: "firefox", status: "passed", flaky: false },
    { variant: "webkit", status: "skipped" },
  ]);
  expect(counts.tests).toBe(4);
  expect(attempts[0]?.errors).toMatchObject([{ file: "deep/a.spec.ts", line: 7 }]);
});

test("up to 1.37 the metadata has the duration of the run", async () => {
  const config = { version: "1.37.1", metadata: { team: "shop", totalTime: 17574.954 } };
  const events = await readText(playwrightJson, JSON.stringify({ config, suites: [], errors: [] }));
  expect(Object.assign({}, ...only("run", events))).toMatchObject({
    durationMs: 17574.954,
    metadata: { team: "shop" },
  });
});

test("a listing is detected: no test ran", async () => {
  const { counts, problems } = await read("listing");
  expect(counts).toMatchObject({ tests: 2, skipped: 2 });
  expect(problems).toMatchObject([{ severity: "error", reason: containing("listing") }]);
});

test("skips noise before and after the report", async () => {
  const { tests, problems } = await read("in-npm-output");
  expect(titles(tests)).toEqual([['braces } ] " in { text']]);
  expect(problems).toEqual([]);
});

test("a broken part loses only that part", async () => {
  const { tests, attempts, problems, run } = await read("broken-pieces");
  expect(titles(tests)).toEqual([["raw tab and NaN"], ["wrong types"], ["last"]]);
  expect(attempts.map(({ durationMs, startedAt, worker }) => [durationMs, startedAt, worker])).toEqual([
    [null, null, undefined],
    [null, null, undefined],
  ]);
  expect(problems).toMatchObject([
    { severity: "warning", line: 2, reason: containing("repaired") },
    { severity: "incomplete", line: 3, reason: containing("not valid JSON") },
  ]);
  expect(run).not.toHaveProperty("durationMs");
});

test("a truncated report keeps its complete tests, wherever it was cut", async () => {
  const text = sampleText(new URL("./samples/full.json", import.meta.url));
  const ids = ["a-1", "a-2"].map((id) => text.indexOf(`"id": "${id}"`));
  for (let length = 20; length < text.length - 2; length += 97) {
    const { tests, problems } = summary(await readText(playwrightJson, text.slice(0, length), 1000));
    expect(tests.length).toBeGreaterThanOrEqual(ids.filter((id) => id + 200 < length).length);
    expect(problems.at(-1)).toMatchObject({ severity: "incomplete", line: expect.any(Number) as number });
  }
});

test("drops suites beyond the depth limit and reads later ones", async () => {
  const depth = 20_000;
  const spec = '{"title":"t","file":"a","tests":[{"results":[{"status":"passed"}],"status":"expected"}]}';
  const deep = '{"title":"s","suites":['.repeat(depth) + `{"title":"s","specs":[${spec}]}` + "]}".repeat(depth);
  const text = `{"config":{},"suites":[${deep},{"title":"b","file":"b","specs":[${spec}]}],"errors":[]}`;
  const { tests, problems } = summary(await readText(playwrightJson, text, 10_000));
  expect(titles(tests)).toEqual([["t"]]);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing(String(limits.suiteDepth)) }]);
});

test("drops steps beyond the limits with a warning", async () => {
  const steps = '{"title":"s","steps":['.repeat(20_000) + "]}".repeat(20_000);
  const text = `{"config":{},"suites":[{"title":"a","file":"a","specs":[{"title":"t","tests":[{"status":"expected","results":[{"status":"passed","steps":[${steps}]}]}]}]}],"errors":[]}`;
  const { events, problems } = summary(await readText(playwrightJson, text, 10_000));
  expect(only("step", events).length).toBe(limits.stepDepth + 1);
  expect(problems).toMatchObject([{ severity: "warning", reason: containing("more steps") }]);
});

test("a report without suites has not passed", async () => {
  const { counts, problems } = summary(await readText(playwrightJson, '{"config":{"rootDir":"/a"},"errors":[]}'));
  expect(counts.tests).toBe(0);
  expect(problems).toMatchObject([{ severity: "incomplete" }]);
});

test.for([
  ['{"config":{"rootDir":"/a"},"suites":[],"errors":[]}', true],
  ['{"suites":[{"specs":[{"tests":[{"expectedStatus":"passed"', true],
  ['{"config":{"rootDir":"/a","projects":[{"name":', true],
  ['{"stats":{},"results":[],"config":{},"suites":[]}', false],
  ['{"config":{"database":"x"}}', false],
  ["[]", false],
  ["<testsuites/>", false],
] as const)("recognises %s: %s", ([head, expected]) => {
  expect(playwrightJson.recognises(head, "")).toBe(expected);
});

test("a test that failed and then skipped itself is skipped, not flaky", async () => {
  const results = [{ status: "failed", error: { message: "busy" } }, { status: "skipped" }];
  for (const status of ["flaky", undefined]) {
    const specs = [{ title: "pays", file: "a.spec.ts", tests: [{ expectedStatus: "skipped", status, results }] }];
    const events = await readText(
      playwrightJson,
      JSON.stringify({ config: {}, suites: [{ title: "a.spec.ts", file: "a.spec.ts", specs }] }),
    );
    expect(only("test", events)).toMatchObject([{ status: "skipped", flaky: false }]);
    expect(only("attempt", events)).toMatchObject([{ status: "failed" }, { status: "skipped" }]);
  }
});

const failed = { title: "pays", tests: [{ projectName: "", status: "unexpected", results: [{ status: "failed" }] }] };

const declared = (unexpected: number) =>
  JSON.stringify({
    config: {},
    suites: [{ title: "a.spec.ts", file: "a.spec.ts", specs: [failed] }],
    errors: [],
    stats: { unexpected },
  });

const problemsOf = async (text: string) => only("problem", await readText(playwrightJson, text, 1000));

test("more unexpected tests than are listed fail the run, even if another test failed", async () => {
  expect(await problemsOf(declared(1))).toEqual([]);
  expect(await problemsOf(declared(2))).toMatchObject([
    { severity: "error", reason: "The report declares 2 failures, but lists only 1 failed test" },
  ]);
});

function listedIn(projectId: string) {
  return { projectId, projectName: projectId, expectedStatus: "passed", results: [] };
}

test("tests have the retries of their project, if the report contains them before the tests", async () => {
  const { tests: without } = await read("full");
  expect(without.map(({ maxRetries }) => maxRetries)).toEqual(without.map(() => undefined));
  const report = {
    config: {
      projects: [
        { id: "web", name: "web", retries: 2 },
        { id: "api", retries: -1 },
      ],
    },
    suites: [
      { title: "a.spec.ts", file: "a.spec.ts", specs: [{ title: "adds", tests: [listedIn("web"), listedIn("api")] }] },
    ],
  };
  const { tests } = summary(await readText(playwrightJson, JSON.stringify(report), 1_000_000));
  expect(tests.map(({ variant, maxRetries }) => [variant, maxRetries])).toEqual([
    ["web", 2],
    ["api", undefined],
  ]);
});
