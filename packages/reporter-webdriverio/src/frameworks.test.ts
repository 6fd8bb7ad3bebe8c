import { existsSync } from "node:fs";
import { only } from "@plumb/formats/testing/read-sample.ts";
import { startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { expect, test } from "vitest";
import { startStubWebDriver } from "./testing/stub-webdriver.ts";
import { installWebdriverio, createProject } from "./testing/webdriverio.ts";

const modules = await installWebdriverio();
const timeout = 120_000;

const config = (more: string) => `
export const config = {
  runner: "local", hostname: "127.0.0.1", port: Number(process.env.DRIVER), path: "/", connectionRetryCount: 0,
  specs: ["./test/*.js"], maxInstances: 1, logLevel: "error", framework: "mocha",
  reporters: ["dot", [process.cwd() + "/plumb/index.cjs", {}]],
  ${more}
};`;
const feature = `
@shop
Feature: Cart
  Background:
    Given a shop
  @smoke
  Scenario: adds
    When I add 1
  Scenario Outline: adds <n> more
    When I fail
    Then I see <n>
    Examples:
      | n |
      | 2 |
  Scenario: is flaky
    When it is the first time
  Scenario: nobody wrote it
    When pending
`;
const steps = `
import { After, Before, Given, Then, When } from "@wdio/cucumber-framework";
let times = 0;
Given("a shop", async () => { await browser.url("http://shop.example/"); });
When("I add {int}", async (n) => { await browser.takeScreenshot(); });
When("I fail", () => { throw new Error("nope"); });
Then("I see {int}", (n) => {});
When("it is the first time", () => { if (++times === 1) throw new Error("first"); });
When("pending", () => "pending");
`;

test.runIf(modules !== null)("scenarios of Cucumber are tests with their steps", { timeout }, async () => {
  await using server = await startStubLiveServer();
  await using driver = await startStubWebDriver();
  const cucumber = `framework: "cucumber", specs: ["./test/*.feature"], capabilities: [{ browserName: "firefox" }],
    cucumberOpts: { require: ["./test/steps.js"], retry: 1 },`;
  using location = await createProject(modules ?? "", {
    "wdio.conf.js": config(cucumber),
    "test/cart.feature": feature,
    "test/steps.js": steps,
  });

  await location.runTests({ PLUMB_URL: server.url, PLUMB_API_KEY: "k", DRIVER: String(driver.port) });

  const events = server.events();
  const tests = only("test", events).filter(({ status }) => status !== "running");
  expect(tests.map(({ file, titlePath, status, flaky, tags }) => [file, ...titlePath, status, flaky, tags])).toEqual([
    ["test/cart.feature", "Cart", "adds", "passed", false, ["shop", "smoke"]],
    ["test/cart.feature", "Cart", "adds 2 more", "failed", false, ["shop"]],
    ["test/cart.feature", "Cart", "is flaky", "passed", true, ["shop"]],
    ["test/cart.feature", "Cart", "nobody wrote it", "skipped", false, ["shop"]],
  ]);
  const stepsOf = (index: number) =>
    only("step", events)
      .filter((step) => step.test === tests[index]?.id)
      .map(({ attempt, title, depth, status }) => [attempt, title, depth, status]);
  expect(stepsOf(0)).toEqual([
    [0, "Given a shop", 0, "passed"],
    [0, "navigateTo http://shop.example/", 1, "passed"],
    [0, "When I add 1", 0, "passed"],
    [0, "takeScreenshot", 1, "passed"],
  ]);
  expect(stepsOf(1).slice(-3)).toEqual([
    [1, "navigateTo http://shop.example/", 1, "passed"],
    [1, "When I fail", 0, "failed"],
    [1, "Then I see 2", 0, "skipped"],
  ]);
  expect(only("attempt", events).filter((each) => each.test === tests[1]?.id)).toMatchObject([
    { index: 0, status: "failed", errors: [{ message: expect.stringContaining("nope") as string }] },
    { index: 1, status: "failed" },
  ]);
  expect(tests[3]?.skipReason).toBe("Pending: When pending");
});

test.runIf(modules !== null)(
  "several browsers, and several at the same time, are variants of a test in one run",
  { timeout },
  async () => {
    await using server = await startStubLiveServer();
    await using driver = await startStubWebDriver();
    const spec = `describe("Chat", () => { it("opens", async () => { await browser.getTitle(); }); });`;
    using location = await createProject(modules ?? "", {
      "wdio.conf.js": config(`capabilities: [{ browserName: "firefox" }, { browserName: "safari" }],`),
      "multi.conf.js": config(
        `capabilities: { ada: { capabilities: { browserName: "firefox" } }, bob: { capabilities: { browserName: "safari" } } },`,
      ),
      "test/chat.js": spec,
    });
    const env = { PLUMB_URL: server.url, PLUMB_API_KEY: "k", DRIVER: String(driver.port), PLUMB_BUILD: "91" };

    await location.runTests(env);
    await location.run("@wdio/cli/bin/wdio.js", ["run", "multi.conf.js"], env);

    const tests = only("test", server.events()).filter(({ status }) => status !== "running");
    expect(tests.map(({ titlePath, variant, status }) => [...titlePath, variant, status])).toEqual([
      ["Chat", "opens", "firefox", "passed"],
      ["Chat", "opens", "safari", "passed"],
      ["Chat", "opens", "firefox + safari", "passed"],
    ]);
    expect(only("run", server.events()).map(({ metadata }) => metadata)).toMatchObject([
      { browserName: "firefox" },
      { "browserName [safari]": "safari" },
      { "browserName [ada]": "firefox", "browserName [bob]": "safari" },
    ]);
    expect(new Set(server.opened.map(({ build }) => build))).toEqual(new Set(["91"]));
  },
);

const chromedriver = ["/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"].find((path) => existsSync(path));
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
const hasBrowser = chromedriver !== undefined && chromium !== undefined;
if (!hasBrowser)
  process.stderr.write("WebdriverIO's reporter was NOT TESTED with a real browser: there is no chromedriver here.\n");

test.runIf(modules !== null && hasBrowser)(
  "a run in a real browser has its commands and screenshot",
  { timeout },
  async () => {
    await using server = await startStubLiveServer();
    const spec = `describe("Shop", () => { it("opens", async () => {
    await browser.url("data:text/html,<title>Shop</title><button id=buy>Buy</button>");
    await expect(browser).toHaveTitle("Shop");
    await $("#buy").click();
    await browser.takeScreenshot();
  }); });`;
    const real = `hostname: undefined, port: undefined, capabilities: [{
    browserName: "chrome",
    "goog:chromeOptions": { binary: ${JSON.stringify(chromium)}, args: ["--no-sandbox", "--disable-gpu", "--headless"] },
    "wdio:chromedriverOptions": { binary: ${JSON.stringify(chromedriver)} },
  }],`;
    using location = await createProject(modules ?? "", { "wdio.conf.js": config(real), "test/shop.js": spec });

    const run = await location.runTests({ PLUMB_URL: server.url, PLUMB_API_KEY: "k" });

    expect({ code: run.code, printed: run.code === 0 ? "" : run.stdout + run.stderr }).toEqual({
      code: 0,
      printed: "",
    });
    const [opened] = only("test", server.events()).filter(({ status }) => status === "passed");
    expect(opened).toMatchObject({
      titlePath: ["Shop", "opens"],
      variant: expect.stringContaining("chrome") as string,
    });
    const titles = only("step", server.events()).map(({ title }) => title);
    expect(titles).toContain('expect toHaveTitle "Shop"');
    expect(titles).toContainEqual(expect.stringMatching(/^elementClick/));
    const pictures = [...server.files, ...only("artifact", server.events())];
    expect(pictures).toMatchObject([{ name: "screenshot-1.png", contentType: "image/png" }]);
  },
);
