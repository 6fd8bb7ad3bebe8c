import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jestJson } from "@plumb/formats/jest-json/jest-json.ts";
import { only, readText } from "@plumb/formats/testing/read-sample.ts";
import { bundle } from "@plumb/reporter-core/bundle.mjs";
import { type StubLiveServer, startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { createToolSandbox } from "@plumb/reporter-core/testing/tool-sandbox.ts";
import { expect, test } from "vitest";

const cli = "vitest/vitest.mjs";
const config = `
export default {
  test: {
    name: "shop",
    reporters: [["./plumb.cjs", {}], "json"],
    outputFile: { json: "report.json" },
    retry: 1,
  },
};`;
const spec = `
import { describe, expect, test } from "vitest";
let tries = 0;
describe("Cart", () => {
  test("adds @smoke", async ({ annotate }) => {
    console.log("adding");
    await annotate("a picture", { body: "cGljdHVyZQ==", contentType: "image/png" });
  });
  test("pays", () => expect(1).toBe(2));
  test("flaky", () => expect(++tries).toBe(2));
  test.skip("skipped", () => {});
  test.todo("to do");
});`;

async function shop(files: Readonly<Record<string, string>>) {
  const sandbox = createToolSandbox({ "vitest.config.mjs": config, "package.json": '{"type":"module"}', ...files });
  await bundle(fileURLToPath(new URL("./index.ts", import.meta.url)), join(sandbox.folder, "plumb.cjs"));
  return sandbox;
}

test("live results of Vitest equal those of its JSON report", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "src/cart.test.js": spec });

  const run = await sandbox.run(cli, ["run"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run.messages).toEqual([`Plumb: ${server.url}/reports/7`]);
  expect(run.code).toBe(1);
  expect(server.opened[0]).toMatchObject({ framework: "vitest", frameworkVersion: "5.1.1", suite: "shop" });
  const events = server.events();
  const decided = only("test", events).filter(({ status }) => status !== "announced" && status !== "running");
  const named = (tests: typeof decided) =>
    tests.map(({ file, titlePath, status, flaky }) => [file, ...titlePath, status, flaky].join(" | ")).toSorted();
  const report = await readText(jestJson, readFileSync(join(sandbox.folder, "report.json"), "utf8"), 1e6);
  expect(named(decided)).toHaveLength(5);
  expect(named(decided).map((each) => each.replace(" | true", "").replace(" | false", ""))).toEqual(
    named(only("test", report)).map((each) => each.replace(" | true", "").replace(" | false", "")),
  );
  const byName = (name: string) => decided.find(({ titlePath }) => titlePath.at(-1) === name);
  expect(byName("flaky")).toMatchObject({ status: "passed", flaky: true });
  expect(only("attempt", events).filter((each) => each.test === byName("pays")?.id)).toMatchObject([
    { status: "failed", errors: [{ type: "AssertionError" }] },
    { status: "failed", errors: [{ message: "AssertionError: expected 1 to be 2 // Object.is equality" }] },
  ]);
  expect(only("stdout", events)).toMatchObject([{ test: byName("adds @smoke")?.id, text: "adding\n" }]);
  expect(only("artifact", events)).toMatchObject([{ test: byName("adds @smoke")?.id, body: "cGljdHVyZQ==" }]);
  expect(server.completed).toHaveLength(1);
});

test("a file that cannot be loaded is a problem of the run", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "src/broken.test.js": `throw new Error("no config");` });
  await sandbox.run(cli, ["run"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });
  expect(only("problem", server.events()).map(({ reason }) => reason)).toEqual(["src/broken.test.js: no config"]);
});

test("a failure around the tests of a suite is a problem of the run, and an expected failure is not flaky", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({
    "src/cart.test.js": `
      import { beforeAll, describe, test } from "vitest";
      describe("Cart", () => describe("with items", () => {
        beforeAll(() => { throw new Error("no database"); });
        test("pays", () => {});
        describe("and a voucher", () => {
          test("redeems it", () => {});
          test.skip("sends it", () => {});
        });
      }));
      test.fails("is known", () => { throw new Error("still"); });`,
  });

  const run = await sandbox.run(cli, ["run"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run.code).toBe(1);
  const events = server.events();
  expect(only("problem", events)).toMatchObject([
    { severity: "error", reason: "src/cart.test.js: Cart > with items: no database" },
  ]);
  const decided = only("test", events).filter(({ status }) => status === "passed" || status === "skipped");
  expect(
    decided.map(({ titlePath, status, flaky, skipReason }) => [titlePath.at(-1), status, flaky, skipReason]),
  ).toEqual([
    ["pays", "skipped", false, "beforeAll failed: no database"],
    ["redeems it", "skipped", false, "beforeAll failed: no database"],
    ["sends it", "skipped", false, undefined],
    ["is known", "passed", false, undefined],
  ]);
});

test("Vitest runs its tests as usual without a server", async () => {
  using sandbox = await shop({ "src/a.test.js": `import { test } from "vitest"; test("passes", () => {});` });
  const run = await sandbox.run(cli, ["run"], { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "k" });
  expect(run.code).toBe(0);
  expect(sandbox.spooled()).toHaveLength(1);
});

const hanging = `
  import { test } from "vitest";
  test("passes", () => {});
  test("hangs", () => new Promise((resolve) => setTimeout(resolve, 60_000)), 60_000);`;

const hangs = (server: StubLiveServer) => () =>
  expect
    .poll(() => only("test", server.events()).filter(({ status }) => status === "running"), { timeout: 10_000 })
    .toHaveLength(2);

test.for([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a run of Vitest stopped by %s is interrupted and ends as usual", async ([signal, code]) => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "src/a.test.js": hanging });

  const run = await sandbox.stop(signal, hangs(server), cli, ["run"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run.code).toBe(code);
  expect(server.completed).toMatchObject([{ interrupted: { reason: "The run was stopped before it finished" } }]);
  expect(sandbox.spooled()).toEqual([]);
});

test("events during the shutdown do not change the exit code", async () => {
  await using server = await startStubLiveServer((step) => (step === "complete" ? "hang" : null));
  using sandbox = await shop({ "src/a.test.js": hanging });
  const env = { PLUMB_URL: server.url, PLUMB_API_KEY: "k" };

  // Vitest's workers also receive the signal, and Vitest treats their end as an error.
  const run = await sandbox.stop("SIGTERM", hangs(server), cli, ["run"], env);

  expect(run.code).toBe(143);
  expect(run.ms).toBeLessThan(15_000);
  expect(sandbox.spooled()).toHaveLength(1);
});

test.for([
  [[], undefined],
  [["-t", "adds"], { reason: 'Run with -t "adds"', filter: true }],
  [["cart", "--project", "shop"], { reason: "Run with --project shop cart", filter: true }],
  [["--changed", "HEAD"], { reason: "Run with --changed HEAD", filter: false }],
] as const)("a run of Vitest with %j is marked as partial or whole", async ([argv, partial]) => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "src/cart.test.js": spec });
  if (argv[0] === "--changed")
    for (const args of [
      ["init", "-q"],
      ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a", "--allow-empty"],
    ])
      execFileSync("git", args, { cwd: sandbox.folder });
  await sandbox.run(cli, ["run", ...argv], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });
  expect(server.opened.map((run) => run.partial)).toEqual([partial]);
});
