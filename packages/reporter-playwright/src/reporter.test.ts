import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { playwrightJson } from "@plumb/formats/playwright-json/playwright-json.ts";
import { only, readText } from "@plumb/formats/testing/read-sample.ts";
import { bundle } from "@plumb/reporter-core/bundle.mjs";
import { startStubLiveServer, refusal } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { createToolSandbox } from "@plumb/reporter-core/testing/tool-sandbox.ts";
import { expect, test } from "vitest";

const cli = "@playwright/test/cli.js";
const config = `
import { defineConfig } from "@playwright/test";
export default defineConfig({
  testDir: "tests",
  retries: 1,
  workers: 2,
  metadata: { product: "Shop" },
  reporter: [["./plumb.cjs", { suite: process.env.SUITE }], ["json", { outputFile: "report.json" }]],
  projects: [{ name: "api" }, { name: "chromium" }],
});`;
const cart = `
import { test, expect } from "@playwright/test";
import { writeFileSync } from "node:fs";
test.describe("Cart", () => {
  test("adds @smoke", { tag: "@fast", annotation: { type: "owner", description: "Ana" } }, async ({}, info) => {
    console.log("adding");
    await test.step("outer", () => test.step("inner", () => expect(1).toBe(1)));
    await info.attach("note", { body: "a note", contentType: "text/plain" });
    writeFileSync(info.outputPath("big.txt"), "x".repeat(100_000));
    await info.attach("big", { path: info.outputPath("big.txt"), contentType: "text/plain" });
  });
  test("fails", () => expect({ a: 1 }).toEqual({ a: 2 }));
  test("flaky", ({}, info) => expect(info.retry).toBe(1));
  test.skip("skipped", () => {});
  test.fixme("fixme", () => {});
  test("expected to fail", () => { test.fail(); expect(1).toBe(2); });
});`;
const serial = `
import { test, expect } from "@playwright/test";
test.describe.serial("Serial", () => {
  test("first", () => {});
  test("second", ({}, info) => expect(info.retry).toBe(1));
  test("third", () => {});
});
console.log("outside");`;

async function shop(files: Readonly<Record<string, string>> = {}) {
  const sandbox = createToolSandbox({ "playwright.config.ts": config, "package.json": "{}", ...files });
  await bundle(fileURLToPath(new URL("./index.ts", import.meta.url)), join(sandbox.folder, "plumb.cjs"));
  return sandbox;
}

const notRun = `
import { test, expect } from "@playwright/test";
test.describe.serial("Serial", () => {
  test("breaks", () => expect(1).toBe(2));
  test("never runs", () => {});
});
test.describe("Hook", () => {
  test.beforeAll(() => { throw new Error("no database"); });
  test("has no database", () => {});
  test("has none either", () => {});
});
test.describe("Restored", () => {
  test.beforeAll(({}, info) => { if (info.retry === 0) throw new Error("no database yet"); });
  test("waits for it", () => {});
  test("finds it broken", () => expect(1).toBe(2));
});
test("is slow", async () => { test.setTimeout(50); await new Promise((resolve) => setTimeout(resolve, 60_000)); });
test("skips a step", async () => {
  await test.step.skip("later", async () => {});
  await test.step("now", async () => {});
});`;

/** Returns the attempts of each test with their outcome. */
const attemptsOf = (events: readonly ResultEvent[]) =>
  only("test", events)
    .filter(({ status }) => status !== "announced" && status !== "running")
    .map(({ id, titlePath, variant }) => {
      const own = only("attempt", events).filter((attempt) => attempt.test === id);
      const how = own.map(({ status, timedOut }) => (timedOut === true ? "timed out" : status));
      return [variant, ...titlePath, ...how].join(" | ");
    })
    .toSorted();

const identity = ({ file, titlePath, variant, status, flaky }: TestEvent) =>
  [file, ...titlePath, variant, status, flaky].join(" | ");

test("live results equal those of the JSON report", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({
    "tests/cart.spec.ts": cart,
    "tests/inner/serial.spec.ts": serial,
    "tests/not-run.spec.ts": notRun,
  });

  const run = await sandbox.run(cli, ["test"], {
    PLUMB_URL: server.url,
    PLUMB_API_KEY: "plumb_secret",
    SUITE: "shop",
  });

  expect(run.code).toBe(1);
  expect(run.messages).toEqual([`Plumb: ${server.url}/reports/7`]);
  expect(sandbox.spooled()).toEqual([]);
  expect([...server.authorizations]).toEqual(["Bearer plumb_secret"]);
  expect(server.opened[0]).toMatchObject({ suite: "shop", framework: "playwright" });
  expect(server.completed).toEqual([{ source: 5, batches: server.batches.length }]);

  const report = await readText(playwrightJson, readFileSync(join(sandbox.folder, "report.json"), "utf8"), 1e6);
  const events = server.events();
  const tests = only("test", events);
  const announced = tests.filter(({ status }) => status === "announced");
  const decided = tests.filter(({ status }) => status !== "announced" && status !== "running");
  expect(decided.map(identity).toSorted()).toEqual(only("test", report).map(identity).toSorted());
  expect(attemptsOf(events)).toEqual(attemptsOf(report));
  expect(attemptsOf(events)).toContain("api | is slow | timed out | timed out");
  expect(attemptsOf(events)).toContain("api | Serial | never runs | skipped | skipped");
  expect(decided.every(({ browser }) => browser === "chromium")).toBe(true);
  expect(only("step", events).find(({ title }) => title === "later")?.status).toBe("skipped");
  expect(announced.map(({ id }) => id).toSorted()).toEqual(decided.map(({ id }) => id).toSorted());
  expect(
    only("attempt", events)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(
    only("attempt", report)
      .map(({ status }) => status)
      .toSorted(),
  );
  expect(only("run", events)[0]).toMatchObject({
    framework: "playwright",
    workers: 2,
    metadata: { product: "Shop", platform: process.platform },
  });
});

test("a test has its steps, output, annotations and files", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "tests/cart.spec.ts": cart });

  await sandbox.run(cli, ["test", "--project=api"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  const events = server.events();
  const named = (name: string) => only("test", events).findLast(({ titlePath }) => titlePath.at(-1) === name);
  const adds = named("adds @smoke");
  expect(adds).toMatchObject({
    file: "cart.spec.ts",
    titlePath: ["Cart", "adds @smoke"],
    variant: "api",
    line: 5,
    tags: ["smoke", "fast"],
    author: "Ana",
  });
  const own = events.filter((event) => "test" in event && event.test === adds?.id);
  expect(only("step", own)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: "outer", depth: 0, category: "test.step", status: "passed" }),
      expect.objectContaining({ title: "inner", depth: 1, category: "test.step", file: "cart.spec.ts", line: 7 }),
    ]),
  );
  const titleOf = (step: unknown) => only("step", own)[Number(step)]?.title;
  expect(only("stdout", own)).toMatchObject([{ stream: "stdout", text: "adding\n", attempt: 0 }]);
  expect(only("artifact", own)).toMatchObject([{ name: "note", body: Buffer.from("a note").toString("base64") }]);
  expect(titleOf(only("artifact", own)[0]?.step)).toBe('Attach "note"');
  const big = server.files.filter((file) => file.test === adds?.id);
  expect(big).toMatchObject([{ attempt: "0", name: "big", contentType: "text/plain", content: "x".repeat(100_000) }]);
  expect(titleOf(big[0]?.step)).toBe('Attach "big"');
  const failed = named("fails");
  expect(only("attempt", events).filter((attempt) => attempt.test === failed?.id)).toMatchObject([
    { index: 0, status: "failed", errors: [{ file: "cart.spec.ts", line: 12 }] },
    { index: 1, status: "failed" },
  ]);
});

const passing = `import { test } from "@playwright/test"; test("passes", () => {});`;

test.for([
  ["nobody answers", { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "plumb_secret" }, "cannot be reached"],
  ["nothing is set up", {}, "PLUMB_URL and PLUMB_API_KEY are not set"],
] as const)("if %s the tests run as usual, with a message", async ([, env, words]) => {
  using sandbox = await shop({ "tests/a.spec.ts": passing });

  const run = await sandbox.run(cli, ["test"], env);

  expect(run.code).toBe(0);
  expect(run.messages[0]).toContain(words);
  expect(run.stderr + run.stdout).not.toContain("plumb_secret");
  expect(sandbox.spooled()).toHaveLength("PLUMB_URL" in env ? 1 : 0);
});

test("a run that failed only because of flaky tests is failed here too, live and from its JSON report", async () => {
  await using server = await startStubLiveServer();
  const flaky = `
    import { test, expect } from "@playwright/test";
    test("wobbles", ({}, info) => expect(info.retry).toBe(1));
    test("stands", () => {});`;
  using sandbox = await shop({ "tests/cart.spec.ts": flaky });

  const args = ["test", "--project=api", "--fail-on-flaky-tests"];
  const run = await sandbox.run(cli, args, { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run.code).toBe(1);
  const report = await readText(playwrightJson, readFileSync(join(sandbox.folder, "report.json"), "utf8"), 1e6);
  for (const events of [server.events(), report])
    expect(only("problem", events)).toMatchObject([
      {
        severity: "error",
        reason: "1 test was flaky, and failOnFlakyTests is set, so Playwright marks the run as failed",
      },
    ]);
});

test("listing tests creates no run", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "tests/a.spec.ts": passing });
  const run = await sandbox.run(cli, ["test", "--list"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });
  expect(run).toMatchObject({ code: 0, messages: [] });
  expect(run.stdout).toContain("Total: 2 tests in 1 file");
  expect(server.opened).toEqual([]);
  expect(sandbox.spooled()).toEqual([]);
});

const focused = `import { test } from "@playwright/test"; test.only("passes", () => {}); test("other", () => {});`;

test.for([
  ["all tests", passing, ["--retries=0"], undefined],
  ["a pattern", passing, ["-g", "passes"], { reason: "Run with -g passes", filter: true }],
  ["a project", passing, ["--project", "api"], { reason: "Run with --project api", filter: true }],
  ["a file", passing, ["a.spec.ts"], { reason: "Run with a.spec.ts", filter: true }],
  [
    "what failed last",
    passing,
    ["--last-failed", "--pass-with-no-tests"],
    { reason: "Run with --last-failed", filter: false },
  ],
  ["test.only", focused, [], { reason: "Run with test.only", filter: false }],
] as const)("a run of %s is marked as partial or whole", async ([, spec, words, partial]) => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "tests/a.spec.ts": spec });
  await sandbox.run(cli, ["test", ...words], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });
  expect(server.opened.map((run) => run.partial)).toEqual([partial]);
});

test("a rejected key is reported once, and the results are stored", async () => {
  await using server = await startStubLiveServer(() => refusal(401, "unauthenticated", "This API key is not valid."));
  using sandbox = await shop({ "tests/a.spec.ts": passing });

  const run = await sandbox.run(cli, ["test"], { PLUMB_URL: server.url, PLUMB_API_KEY: "wrong" });

  expect(run.code).toBe(0);
  expect(run.messages).toEqual([
    expect.stringContaining("This API key is not valid."),
    expect.stringMatching(/kept in .*ndjson\. Send it later with: plumb upload --spool/),
  ]);
  expect(sandbox.spooled()).toHaveLength(1);
});

test("an error outside the tests is reported, and each shard has its number", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "tests/a.spec.ts": passing, "tests/b.spec.ts": `throw new Error("no server");` });

  await sandbox.run(cli, ["test", "--shard=1/2"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k", PLUMB_BUILD: "77" });

  expect(server.opened[0]).toMatchObject({ build: "77", shard: { current: 1, total: 2 } });
  expect(only("problem", server.events())).toMatchObject([
    { severity: "error", reason: expect.stringMatching(/^Error: no server \(.*b\.spec\.ts:1\)$/) as string },
  ]);
});

test.for([
  ["SIGINT", { code: 130, signal: null }],
  ["SIGTERM", { code: null, signal: "SIGTERM" }],
] as const)("a run of Playwright stopped by %s is interrupted and ends as usual", async ([signal, end]) => {
  await using server = await startStubLiveServer();
  const hanging = `
    import { test } from "@playwright/test";
    test("hangs", () => new Promise((resolve) => setTimeout(resolve, 60_000)));`;
  using sandbox = await shop({ "tests/cart.spec.ts": hanging });
  const hangs = () => expect.poll(() => only("test", server.events()).map(({ status }) => status)).toContain("running");

  const run = await sandbox.stop(signal, hangs, cli, ["test"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run).toMatchObject(end);
  expect(server.completed).toMatchObject([{ interrupted: { reason: "The run was stopped before it finished" } }]);
  expect(sandbox.spooled()).toEqual([]);
});
