import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestEvent } from "@plumb/contract/result-event.ts";
import { only, readText } from "@plumb/formats/testing/read-sample.ts";
import { wdioJson } from "@plumb/formats/wdio-json/wdio-json.ts";
import { type StubLiveServer, startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { expect, test } from "vitest";
import { picture, startStubWebDriver } from "./testing/stub-webdriver.ts";
import { installWebdriverio, createProject } from "./testing/webdriverio.ts";

const modules = await installWebdriverio();
const timeout = 120_000;

const config = `
export const config = {
  runner: "local", hostname: "127.0.0.1", port: Number(process.env.DRIVER), path: "/", connectionRetryCount: 0,
  specs: ["./test/*.js"], maxInstances: 2, capabilities: [{ browserName: process.env.BROWSER ?? "firefox" }],
  logLevel: "info", framework: "mocha", specFileRetries: Number(process.env.RETRIES ?? 0),
  reporters: [["json", { outputDir: ".", outputFileFormat: () => "report.json" }], [process.cwd() + "/plumb/index.cjs", { suite: "shop" }]],
  afterTest: async (test, context, { passed }) => { if (!passed) await browser.takeScreenshot(); },
};`;
const cart = `
import assert from "node:assert";
let tries = 0;
describe("Cart @ui", () => {
  before(async () => { await browser.url("http://ada:secret@shop.example/"); });
  beforeEach(() => {});
  it("adds @smoke", async () => {
    console.log("adding");
    await expect(browser).toHaveTitle("Shop");
    await $("#buy").click();
    await $("#name").setValue("typed-secret");
  });
  it("has no other title", async () => { await expect(browser).not.toHaveTitle("Other"); });
  it("waits", async () => { await $("#missing").waitForExist({ timeout: 400, interval: 50 }); });
  it("is flaky", function () { this.retries(2); assert.ok(++tries > 1, "try " + tries); });
  it.skip("is skipped", () => {});
  it("is to do");
  it("skips itself", function () { this.skip(); });
});`;
const hooks = `
describe("Hooks", () => {
  describe("before each", () => {
    beforeEach(() => { throw new Error("no database"); });
    it("never runs", () => {});
  });
  describe("before all", () => {
    before(() => { throw new Error("no network"); });
    it("never runs either", () => {});
  });
});`;

const decided = (server: StubLiveServer) =>
  only("test", server.events()).filter(({ status }) => status !== "announced" && status !== "running");
const named = ({ file, titlePath, variant, status, flaky }: TestEvent) =>
  [file, ...titlePath, variant, status, flaky].join(" | ");
const to = (
  server: { readonly url: string },
  driver: { readonly port: number },
  more: Record<string, string> = {},
) => ({
  PLUMB_URL: server.url,
  PLUMB_API_KEY: "plumb_secret",
  DRIVER: String(driver.port),
  ...more,
});

test.runIf(modules !== null)("live results of WebdriverIO equal those of its JSON report", { timeout }, async () => {
  await using server = await startStubLiveServer();
  await using driver = await startStubWebDriver();
  using location = await createProject(modules ?? "", { "wdio.conf.js": config, "test/cart.js": cart });

  const run = await location.runTests(to(server, driver));

  expect(run.code).toBe(1);
  expect(run.stdout + run.stderr).toContain(`Plumb: ${server.url}/reports/7`);
  expect(location.spooled()).toEqual([]);
  expect(server.opened[0]).toMatchObject({ suite: "shop", framework: "webdriverio", frameworkVersion: "9.32.0" });
  expect(server.opened[0]?.build).toMatch(/^local-\w{12}$/);
  expect(only("run", server.events())[0]).toMatchObject({
    metadata: { browserName: "firefox", browserVersion: "1.2", platformName: "linux" },
  });
  const report = await readText(wdioJson, readFileSync(join(location.folder, "report.json"), "utf8"), 1e6);
  expect(decided(server).map(named)).toEqual(only("test", report).map(named));
  expect(decided(server).map(named)).toEqual([
    "test/cart.js | Cart @ui | adds @smoke | firefox | passed | false",
    "test/cart.js | Cart @ui | has no other title | firefox | passed | false",
    "test/cart.js | Cart @ui | waits | firefox | failed | false",
    "test/cart.js | Cart @ui | is flaky | firefox | passed | true",
    "test/cart.js | Cart @ui | is skipped | firefox | skipped | false",
    "test/cart.js | Cart @ui | is to do | firefox | skipped | false",
    "test/cart.js | Cart @ui | skips itself | firefox | skipped | false",
  ]);
});

test.runIf(modules !== null)(
  "a test has commands, assertions, hooks, output and screenshots, without typed text",
  { timeout },
  async () => {
    await using server = await startStubLiveServer();
    await using driver = await startStubWebDriver();
    using location = await createProject(modules ?? "", { "wdio.conf.js": config, "test/cart.js": cart });

    await location.runTests(to(server, driver));

    const events = server.events();
    const idOf = (name: string) => decided(server).find(({ titlePath }) => titlePath.at(-1) === name)?.id;
    const steps = only("step", events).filter((step) => step.test === idOf("adds @smoke"));
    expect(steps.map(({ title, depth, category, status }) => [title, depth, category, status])).toEqual([
      ['"before each" hook for Cart @ui', 0, "hook", "passed"],
      ['expect toHaveTitle "Shop"', 0, "expect", "passed"],
      ["getTitle", 1, "command", "passed"],
      ["findElement #buy", 0, "command", "passed"],
      ["elementClick #buy", 0, "command", "passed"],
      ["findElement #name", 0, "command", "passed"],
      ["elementClear #name", 0, "command", "passed"],
      ["elementSendKeys #name", 0, "command", "passed"],
    ]);
    expect(only("stdout", events)).toMatchObject([{ test: idOf("adds @smoke"), text: "adding\n" }]);
    expect(decided(server)[0]?.tags).toEqual(["ui", "smoke"]);
    const waits = only("step", events).filter((step) => step.test === idOf("waits"));
    expect(waits).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/^findElements #missing \(\d+ times\)$/) as string }),
    );
    expect(only("artifact", events).filter((file) => file.test === idOf("waits"))).toEqual([
      expect.objectContaining({ attempt: 0, name: "screenshot-1.png", contentType: "image/png", body: picture }),
    ]);
    expect(only("attempt", events).filter((each) => each.test === idOf("is flaky"))).toMatchObject([
      { index: 0, status: "failed", errors: [{ message: "try 1", type: "AssertionError" }] },
      { index: 1, status: "passed" },
    ]);
    const everything = JSON.stringify(events);
    expect(everything).not.toContain("typed-secret");
    expect(everything).not.toContain("ada:secret");
  },
);

test.runIf(modules !== null)(
  "failures outside tests are reported: hooks, files that fail to load, sessions that fail to start",
  { timeout },
  async () => {
    await using server = await startStubLiveServer();
    await using driver = await startStubWebDriver();
    const broken = `throw new Error("no config");`;
    using location = await createProject(modules ?? "", {
      "wdio.conf.js": config,
      "test/broken.js": broken,
      "test/hooks.js": hooks,
    });

    await location.runTests(to(server, driver));

    const problems = () => only("problem", server.events()).map(({ severity, reason }) => `${severity}: ${reason}`);
    expect(decided(server).map(named)).toEqual([
      "test/hooks.js | Hooks | before each | never runs | firefox | error | false",
    ]);
    expect(problems().toSorted()).toEqual([
      `error: Hooks › before all › "before all" hook for before all: no network`,
      expect.stringMatching(/^error: test\/broken.js failed outside its tests: [^]*no config/),
    ]);
    expect(new Set(server.opened.map(({ build }) => build)).size).toBe(1);
    expect(server.completed).toHaveLength(2);

    await location.runTests(to(server, driver, { BROWSER: "none", RETRIES: "1" }), "--spec", "test/hooks.js");

    expect(problems().slice(2)).toEqual([
      expect.stringMatching(
        /^warning: The session for test\/hooks.js could not start: .*no such browser.*runs again\)$/,
      ),
      expect.stringMatching(/^error: The session for test\/hooks.js could not start: .*no such browser/),
    ]);
    expect(new Set(server.opened.map(({ build }) => build)).size).toBe(2);
  },
);

test.runIf(modules !== null)("WebdriverIO runs its tests as usual without a server", { timeout }, async () => {
  await using driver = await startStubWebDriver();
  const passing = `describe("Cart", () => { it("passes", () => {}); });`;
  using location = await createProject(modules ?? "", { "wdio.conf.js": config, "test/a.js": passing });

  const run = await location.runTests(to({ url: "http://127.0.0.1:9" }, driver));

  expect(run.code).toBe(0);
  expect(run.stdout + run.stderr).toMatch(/kept in .*ndjson\. Send it later with: plumb upload --spool/);
  expect(run.stdout + run.stderr).not.toContain("plumb_secret");
  expect(location.spooled()).toHaveLength(1);
});
