import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { only } from "@plumb/formats/testing/read-sample.ts";
import { bundle } from "@plumb/reporter-core/bundle.mjs";
import { type StubLiveServer, startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { createToolSandbox } from "@plumb/reporter-core/testing/tool-sandbox.ts";
import { expect, test } from "vitest";

const cli = "mocha/bin/mocha.js";
const spec = `
const assert = require("node:assert");
describe("Cart", () => {
  let tries = 0;
  it("adds @smoke", () => {});
  it("pays", () => assert.strictEqual(1, 2));
  it("flaky", function () { this.retries(2); assert.ok(++tries > 1, "try " + tries); });
  it.skip("skipped", () => {});
  it("to do");
  describe("with a broken hook", () => {
    before(() => { throw new Error("no database"); });
    it("never runs", () => {});
  });
});`;

async function shop(files: Readonly<Record<string, string>>) {
  const sandbox = createToolSandbox(files);
  await bundle(fileURLToPath(new URL("./index.ts", import.meta.url)), join(sandbox.folder, "plumb.cjs"));
  return sandbox;
}

test.for([
  ["one process", []],
  ["several processes", ["--parallel"]],
] as const)("a run of Mocha in %s is reported live", async ([, args]) => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "test/cart.spec.js": spec });

  const options = ["--reporter", "./plumb.cjs", "--reporter-option", "suite=shop", ...args];
  const run = await sandbox.run(cli, options, { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run.messages).toEqual([`Plumb: ${server.url}/reports/7`]);
  expect(run.code).toBe(2);
  expect(server.opened[0]).toMatchObject({ suite: "shop", framework: "mocha", frameworkVersion: "12.0.3" });
  expect(server.completed).toHaveLength(1);
  const events = server.events();
  const decided = only("test", events).filter(({ status }) => status !== "announced" && status !== "running");
  expect(decided.map(({ titlePath, status, flaky }) => [titlePath.join(" › "), status, flaky])).toEqual([
    ["Cart › adds @smoke", "passed", false],
    ["Cart › pays", "failed", false],
    ["Cart › flaky", "passed", true],
    ["Cart › skipped", "skipped", false],
    ["Cart › to do", "skipped", false],
    // In parallel mode, the processes do not report the tests that a hook prevented.
    ...(args.length > 0 ? [] : [["Cart › with a broken hook › never runs", "skipped", false]]),
  ]);
  expect(decided.every(({ file }) => file === "test/cart.spec.js")).toBe(true);
  const flaky = decided.find((each) => each.flaky);
  expect(only("attempt", events).filter((attempt) => attempt.test === flaky?.id)).toMatchObject([
    { index: 0, status: "failed", errors: [{ message: "try 1" }] },
    { index: 1, status: "passed" },
  ]);
  expect(only("problem", events).map(({ reason }) => reason)).toEqual([
    'Cart › with a broken hook › "before all" hook for "never runs": no database',
  ]);
});

test("the tests of a run are announced before they run", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "test/cart.spec.js": spec });
  await sandbox.run(cli, ["--reporter", "./plumb.cjs"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  const tests = only("test", server.events());
  expect(tests.slice(0, 6).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "announced"));
  expect(new Set(tests.map(({ id }) => id)).size).toBe(6);
});

const hooks = `
describe("login", () => {
  describe("before each", () => {
    beforeEach(() => { throw new Error("cannot log in"); });
    it("opens", () => {});
    it("closes", () => {});
    it.skip("is skipped anyway", () => {});
    describe("inner", () => { it("pays", () => {}); });
  });
  describe("after each", () => {
    let tests = 0;
    afterEach(() => { if (++tests === 2) throw new TypeError("cannot log out"); });
    it("first", () => {});
    it("second", () => {});
    it("third", () => {});
  });
  describe("after all", () => {
    after(() => { throw new Error("cannot clean\\nup"); });
    it("runs", () => {});
  });
});`;

test.for([
  ["one process", []],
  ["several processes", ["--parallel"]],
] as const)("a failed hook fails the test it ran for and is the skip reason of the others: %s", async ([, args]) => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "test/login.spec.js": hooks });
  await sandbox.run(cli, ["--reporter", "./plumb.cjs", ...args], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  const events = server.events();
  const decided = only("test", events).filter(({ status }) => status !== "announced" && status !== "running");
  const errorOf = (id: string) => only("attempt", events).find((attempt) => attempt.test === id)?.errors[0]?.message;
  const left = [
    ["before each › closes", "skipped", '"before each" hook failed: cannot log in'],
    ["before each › is skipped anyway", "skipped", undefined],
    ["before each › inner › pays", "skipped", '"before each" hook failed: cannot log in'],
    ["after each › third", "skipped", '"after each" hook failed: cannot log out'],
  ];
  expect(
    decided.map(({ id, titlePath, status, skipReason }) => [
      titlePath.slice(1).join(" › "),
      status,
      skipReason ?? errorOf(id),
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["before each › opens", "error", "cannot log in"],
      ["after each › first", "passed", undefined],
      ["after each › second", "passed", undefined],
      ["after all › runs", "passed", undefined],
      ...(args.length > 0 ? [] : left),
    ]),
  );
  expect(decided).toHaveLength(args.length > 0 ? 4 : 8);
  expect(only("problem", events).map(({ reason }) => reason)).toEqual([
    'login › before each › "before each" hook for "opens": cannot log in',
    'login › after each › "after each" hook for "second": cannot log out',
    'login › after all › "after all" hook for "runs": cannot clean\nup',
  ]);
});

test("tests that Mocha fails because of a hook are reported as such", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "test/login.spec.js": hooks });
  const args = ["--reporter", "./plumb.cjs", "--fail-hook-affected-tests"];
  await sandbox.run(cli, args, { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  const decided = only("test", server.events()).filter(({ status }) => status !== "announced" && status !== "running");
  expect(new Set(decided.map(({ id }) => id)).size).toBe(decided.length);
  expect(decided.filter(({ status }) => status === "failed").map(({ titlePath }) => titlePath.at(-1))).toEqual(
    expect.arrayContaining(["opens", "closes", "pays"]),
  );
});

test.for([
  [["--grep", "adds|pays"], "adds, pays", { reason: 'Run with --grep "adds|pays"', filter: true }],
  [["--fgrep", "adds", "--invert"], "pays", { reason: 'Run with --grep "adds" --invert', filter: true }],
  [[], "adds, pays", undefined],
] as const)("a run with %j is marked as partial or whole, and announces its tests", async ([args, titles, partial]) => {
  await using server = await startStubLiveServer();
  const test = `it("adds", () => {}); it("pays", () => {});${args[0] === "--grep" ? 'it("ships", () => {});' : ""}`;
  using sandbox = await shop({ "test/cart.spec.js": test });
  await sandbox.run(cli, ["--reporter", "./plumb.cjs", ...args], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(server.opened.map((run) => run.partial)).toEqual([partial]);
  const announced = only("test", server.events()).filter(({ status }) => status === "announced");
  expect(announced.map(({ titlePath }) => titlePath.at(-1)).join(", ")).toBe(titles);
});

test("a run of focused tests is partial", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "test/cart.spec.js": `it.only("adds", () => {}); it("pays", () => {});` });
  await sandbox.run(cli, ["--reporter", "./plumb.cjs"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });
  expect(server.opened.map((run) => run.partial)).toEqual([{ reason: "Run with .only", filter: false }]);
});

test("Mocha runs its tests as usual without a server", async () => {
  using sandbox = await shop({ "test/cart.spec.js": spec });
  const run = await sandbox.run(cli, ["--reporter", "./plumb.cjs"], {
    PLUMB_URL: "http://127.0.0.1:9",
    PLUMB_API_KEY: "k",
  });
  expect(run.code).toBe(2);
  expect(sandbox.spooled()).toHaveLength(1);
});

const reason = "The run was stopped before it finished";
const hanging = `
describe("Cart", () => {
  it("adds", () => {});
  it("hangs", (done) => void setTimeout(done, 60_000)).timeout(0);
  it("never runs", () => {});
});`;

const started = (server: StubLiveServer) => () => expect.poll(() => server.opened, { timeout: 10_000 }).toHaveLength(1);

test.for([
  ["SIGINT", [], { code: null, signal: "SIGINT" }],
  ["SIGTERM", [], { code: null, signal: "SIGTERM" }],
  ["SIGHUP", [], { code: null, signal: "SIGHUP" }],
  // Mocha ends the same way without our reporter.
  ["SIGINT", ["--parallel"], { code: 0, signal: null }],
] as const)("a run of Mocha stopped by %s is interrupted and ends as usual: %j", async ([signal, args, end]) => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({ "test/cart.spec.js": hanging, "test/other.spec.js": hanging });
  const options = ["--reporter", "./plumb.cjs", ...args];

  const run = await sandbox.stop(signal, started(server), cli, options, { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run).toMatchObject(end);
  expect(server.completed).toMatchObject([{ interrupted: { reason } }]);
  expect(sandbox.spooled()).toEqual([]);
});

test("a run stopped while its server hangs is stored with its end, without a delay", async () => {
  await using server = await startStubLiveServer((step) => (step === "complete" ? "hang" : null));
  using sandbox = await shop({ "test/cart.spec.js": hanging });
  const env = { PLUMB_URL: server.url, PLUMB_API_KEY: "k" };

  const run = await sandbox.stop("SIGINT", started(server), cli, ["--reporter", "./plumb.cjs"], env);

  expect(run.signal).toBe("SIGINT");
  expect(run.ms).toBeLessThan(15_000);
  const [retained = ""] = sandbox.spooled();
  expect(readFileSync(retained, "utf8")).toContain(`{"spool":"end","interrupted":${JSON.stringify(reason)},`);
});

test("signals that tests send and handle do not stop the reporting", async () => {
  await using server = await startStubLiveServer();
  using sandbox = await shop({
    "test/signals.spec.js": `
      const heard = () => new Promise((resolve) => process.once("SIGTERM", resolve));
      it("plays one", () => process.emit("SIGINT"));
      for (const time of ["first", "second"])
        it("hears the " + time, () => { const hears = heard(); process.kill(process.pid, "SIGTERM"); return hears; });
      it("goes on", (done) => void setTimeout(done, 200));`,
  });

  const run = await sandbox.run(cli, ["--reporter", "./plumb.cjs"], { PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

  expect(run.code).toBe(0);
  expect(server.completed).toHaveLength(1);
  expect(server.completed[0]).not.toHaveProperty("interrupted");
});

test("a listener that ends the process only if it is the last one still ends it", async () => {
  await using server = await startStubLiveServer();
  // Copies the behaviour of signal-exit, a dependency of many packages.
  const polite = `const listener = () => {
    if (process.listenerCount("SIGINT") > 1) return;
    process.off("SIGINT", listener);
    process.kill(process.pid, "SIGINT");
  };
  process.on("SIGINT", listener);`;
  using sandbox = await shop({ "test/cart.spec.js": `${polite} ${hanging}` });
  const env = { PLUMB_URL: server.url, PLUMB_API_KEY: "k" };

  const run = await sandbox.stop("SIGINT", started(server), cli, ["--reporter", "./plumb.cjs"], env);

  expect(run.signal).toBe("SIGINT");
  expect(server.completed).toMatchObject([{ interrupted: { reason } }]);
});
