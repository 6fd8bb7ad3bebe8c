import { expect, test } from "vitest";
import { containing, countsOf, only, readText, sampleText } from "#testing/read-sample.ts";
import { playwrightBlob } from "./playwright-blob.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.jsonl`, import.meta.url));
const version2 = sample("version-2");
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

async function read(text: string) {
  const events = await readText(playwrightBlob, text, 16);
  expect(await readText(playwrightBlob, text, 1_000_000), "chunks must not matter").toHaveLength(events.length);
  return {
    events,
    counts: countsOf(events),
    tests: only("test", events),
    problems: only("problem", events),
    run: Object.assign({}, ...only("run", events)) as Record<string, unknown>,
  };
}

test("counts equal those of the JSON reporter: retries are attempts, and tests that never ran are skipped", async () => {
  const { counts, tests, run } = await read(version2);
  expect(counts).toEqual({ tests: 5, passed: 3, failed: 1, error: 0, skipped: 1, flaky: 1 });
  expect(run).toEqual({
    kind: "run",
    framework: "playwright",
    frameworkVersion: "1.65.1",
    suite: "shop",
    place: "linux",
    shard: { current: 1, total: 2 },
    workers: 2,
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 5000.5,
    metadata: { branch: "main" },
  });
  expect(tests.map(({ titlePath, status, flaky }) => [titlePath.join(" › "), status, flaky])).toEqual([
    ["adds an item", "passed", false],
    ["Cart › is known to fail", "passed", false],
    ["Cart › survives a retry", "passed", true],
    ["Cart › always fails", "failed", false],
    ["was never reached", "skipped", false],
  ]);
  expect(tests[0]).toMatchObject({
    file: "shop/cart.spec.ts",
    variant: "chromium",
    browser: "chromium",
    line: 3,
    tags: ["smoke", "linux"],
  });
  expect(tests[2]).toMatchObject({ author: "Ada" });
});

test("keeps steps of every category, output and attachments of each attempt", async () => {
  const { events, tests } = await read(version2);
  const id = tests[0]?.id;
  const own = events.filter((event) => "test" in event && event.test === id);
  expect(
    only("step", own).map(({ title, depth, category, durationMs }) => [title, depth, category, durationMs]),
  ).toEqual([
    ["Before Hooks", 0, "hook", 5],
    ["fixture: page", 1, "fixture", 3],
    ["adds it to the cart", 0, "test.step", 2],
  ]);
  expect(only("stdout", own)).toMatchObject([
    { stream: "stdout", text: "added\n" },
    { stream: "stderr", text: "warn\n" },
  ]);
  expect(only("artifact", own)).toMatchObject([
    { name: "log", path: "resources/06a470379b913a11275871ed656fbfd77de488fd.txt" },
    { name: "binary", body: "AQID" },
    { name: "elsewhere" },
  ]);
  expect(only("step", own)[2], "where it stands").toMatchObject({ file: "shop/cart.spec.ts", line: 4 });
  expect(only("artifact", own).map(({ step }) => step)).toEqual([undefined, 2, undefined]);
  expect(only("artifact", own)[2], "a path out of the archive").not.toHaveProperty("path");
});

test("events without a test belong to the run: output, and errors that fail it", async () => {
  const { events, problems } = await read(version2);
  expect(only("stdout", events).filter(({ test: owner }) => owner === undefined)).toEqual([
    { kind: "stdout", stream: "stdout", text: "Starting the shop\n" },
  ]);
  expect(problems).toEqual([{ kind: "problem", severity: "error", reason: "Error: global teardown failed", line: 29 }]);
});

test("keeps only listed parts of the configuration", async () => {
  expect(JSON.stringify((await read(version2)).events)).not.toContain("hidden");
});

test("version 1 stores suites and tests separately, and attachments at the end of a test", async () => {
  const { events, counts, tests } = await read(sample("version-1"));
  expect(counts).toEqual({ tests: 3, passed: 2, failed: 0, error: 0, skipped: 1, flaky: 0 });
  expect(tests.map(({ titlePath }) => titlePath)).toEqual([["flat"], ["outer", "inner", "deep"], ["outer", "middle"]]);
  expect(tests[2]?.skipReason).toBe("not here");
  expect(only("artifact", events)).toMatchObject([{ name: "screenshot", contentType: "image/png" }]);
});

test("rejects a newer version with advice instead of guessing", async () => {
  const { counts, problems } = await read(version2.replace('"version":2', '"version":3'));
  expect(counts["tests"]).toBe(0);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("written by a newer Playwright") }]);
});

test("a truncated blob keeps finished tests, and the running one was interrupted", async () => {
  const lines = linesOf(version2);
  const cut = lines.findIndex((line) => line.includes('"onTestEnd"') && line.includes('"r4"'));
  const { tests, problems } = await read(`${lines.slice(0, cut).join("\n")}\n{"method":"onTestEnd","par`);
  expect(tests.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ["adds an item", "passed"],
    ["survives a retry", "failed"],
    ["is known to fail", "passed"],
    ["always fails", "skipped"],
  ]);
  expect(tests[3]?.skipReason).toContain("Interrupted");
  expect(problems).toMatchObject([
    { severity: "incomplete", reason: containing("The report ends before the run finished") },
  ]);
});

test("names a broken line in the middle and reads the rest", async () => {
  const lines = linesOf(version2);
  lines[4] = '{"method":"onStdIO","params":{"type"';
  const { counts, problems } = await read(`${lines.join("\n")}\n`);
  expect(counts["tests"]).toBe(5);
  expect(problems[0]).toMatchObject({ severity: "incomplete", line: 5, reason: containing("not valid JSON") });
});

test.for([
  ["resources/06a470379b913a11275871ed656fbfd77de488fd.png", true],
  ["data/06a470379b913a11275871ed656fbfd77de488fd.png", false],
  ["resources/logo.png", false],
] as const)("%s alone is an incomplete blob: %s", ([name, expected]) => {
  expect(playwrightBlob.remains?.([name]) !== undefined).toBe(expected);
});

/** Returns the lines for an attempt of test `a`. */
function attempt(retry: number, status: string) {
  const result = { id: `a${retry}`, retry, workerIndex: 0, parallelIndex: 0, startTime: 1_772_359_200_000 };
  const end = { ...result, duration: 10, status, errors: [] };
  return [
    { method: "onTestBegin", params: { testId: "a", result } },
    { method: "onTestEnd", params: { test: { testId: "a", expectedStatus: "passed" }, result: end } },
  ];
}

test("a run that failed only for its flaky tests has failOnFlakyTests as the reason", async () => {
  const location = { file: "cart.spec.ts", line: 1, column: 0 };
  const tests = [{ testId: "a", title: "wobbles", location, retries: 1 }];
  const blob = (failOnFlakyTests: boolean, last: string) =>
    [
      { method: "onBlobReportMetadata", params: { version: 2 } },
      { method: "onConfigure", params: { config: { rootDir: "/shop", failOnFlakyTests } } },
      {
        method: "onProject",
        params: { project: { name: "p", suites: [{ title: "cart.spec.ts", location, entries: tests }] } },
      },
      ...attempt(0, "failed"),
      ...attempt(1, last),
      { method: "onEnd", params: { result: { status: "failed", duration: 20 } } },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n");
  expect((await read(blob(true, "passed"))).problems).toEqual([
    {
      kind: "problem",
      severity: "error",
      reason: "1 test was flaky, and failOnFlakyTests is set, so Playwright marks the run as failed",
    },
  ]);
  expect((await read(blob(false, "passed"))).problems).toMatchObject([
    { severity: "error", reason: "The run failed, but no test did" },
  ]);
  expect((await read(blob(true, "failed"))).problems).toEqual([]);
});

test("tests have their retries, the time limit they ended with, and their assertions", async () => {
  const { tests } = await read(version2);
  expect(tests.map(({ maxRetries, timeoutMs, assertions }) => [maxRetries, timeoutMs, assertions])).toEqual([
    [1, 4000, 0],
    [1, 4000, undefined],
    [1, 4000, undefined],
    [1, 4000, undefined],
    [1, undefined, undefined],
  ]);
});
