import { expect, test } from "vitest";
import { agentEnd, quiet } from "#testing/agent-end.ts";
import { installedAgents, toolFolder } from "#testing/tool-folder.ts";

const modules = await installedAgents();

const failure = expect.stringMatching(/Expected: 2\nReceived: 1$/) as string;

test.skipIf(modules === null)(
  "Playwright's agent: projects, nested suites, steps, retries, output and attachments",
  { timeout: 240_000 },
  async () => {
    const end = await agentEnd();
    await using _ = end.home;
    const reporter = ["@reportportal/agent-js-playwright", { ...end.options, includeTestSteps: true }];
    using location = toolFolder(modules as string, {
      "playwright.config.cjs": `module.exports = {
      testDir: "tests", retries: 1, projects: [{ name: "chromium" }], reporter: [${JSON.stringify(reporter)}] };`,
      "tests/cart.spec.cjs": `
      const { expect, test } = require("@playwright/test");
      test.describe("Cart", () => {
        test.describe("items", () => {
          test("adds an item", async ({}, info) => {
            console.log("adding");
            await test.step("open the cart", async () => test.step("count", async () => expect(1).toBe(1)));
            await info.attach("picture", { body: Buffer.from("picture"), contentType: "image/png" });
          });
          test("pays", async () => test.step("pay", async () => expect(1).toBe(2)));
          test("flaky", async ({}, info) => { console.error("careful"); expect(info.retry).toBe(1); });
          test.skip("skipped", async () => {});
        });
      });`,
    });

    const run = await location.run("@playwright/test/cli.js", ["test"], quiet);

    expect(run.code).toBe(1);
    expect(run.output).toContain(`ReportPortal Launch Link: ${end.server.url}/reports/1`);
    expect(await end.report()).toMatchObject({
      status: "failed",
      testSuite: "web shop",
      framework: "playwright",
      branch: "main",
      tags: ["nightly"],
      summary: { total: 4, passed: 2, failed: 1, skipped: 1, flaky: 1 },
    });
    expect(await end.problems()).toEqual([]);
    const results = await end.results();
    const adds = results.get("adds an item");
    expect(adds).toMatchObject({
      file: "cart.spec.cjs",
      titlePath: ["Cart", "items", "adds an item"],
      variant: "chromium",
      status: "passed",
      artifacts: [{ name: "picture", kind: "screenshot", size: 7, attempt: 0 }],
      attempts: [{ stdout: "adding\n", stderr: "" }],
    });
    const steps = adds?.attempts[0]?.steps.map(({ title, depth }) => `${depth} ${title}`);
    expect(steps?.slice(0, 4)).toEqual(["0 Before Hooks", "0 open the cart", "1 count", '2 Expect "toBe"']);
    const pays = results.get("pays");
    expect(pays).toMatchObject({
      status: "failed",
      retries: 1,
      attempts: [{ errors: [{ message: failure }] }, { errors: [{ message: failure }] }],
    });
    expect(pays?.attempts[0]?.steps.filter(({ status }) => status === "failed").map(({ title }) => title)).toEqual([
      "pay",
      'Expect "toBe"',
    ]);
    expect(results.get("flaky")).toMatchObject({
      status: "passed",
      flaky: true,
      attempts: [{ status: "failed", stderr: "careful\n" }, { status: "passed" }],
    });
    expect(results.get("skipped")).toMatchObject({ status: "skipped" });
  },
);

test.skipIf(modules === null)(
  "Mocha's agent: nested suites, retries, hooks, attributes and attachments",
  { timeout: 240_000 },
  async () => {
    const end = await agentEnd();
    await using _ = end.home;
    const { apiKey, endpoint } = end.options;
    const options = [
      `endpoint=${endpoint}`,
      `apiKey=${apiKey}`,
      "project=shop",
      "launch=web shop",
      "attributes=branch:main;nightly",
      "reportHooks=true",
    ];
    using location = toolFolder(modules as string, {
      ".mocharc.json": JSON.stringify({
        reporter: "@reportportal/agent-js-mocha",
        retries: 1,
        "reporter-option": options,
      }),
      "tests/cart.test.cjs": `
      const assert = require("node:assert");
      const report = require("@reportportal/agent-js-mocha/lib/publicReportingAPI");
      let tries = 0;
      describe("Cart", () => {
        describe("items", () => {
          it("adds an item", () => {
            report.info("adding");
            report.addAttributes([{ key: "team", value: "shop" }]);
            report.info("a picture", { name: "picture.png", type: "image/png", content: Buffer.from("picture").toString("base64") });
          });
          it("pays", () => assert.equal(1, 2));
          it("flaky", () => assert.equal(++tries, 2));
          it.skip("skipped", () => {});
        });
        describe("broken", () => {
          before("prepares", () => { throw new Error("no database"); });
          it("never runs", () => {});
        });
      });`,
    });

    const program = "mocha/bin/mocha.js";
    const run = await location.run(program, ["tests/*.cjs"], quiet);

    expect(run.output).toContain(`ReportPortal Launch Link: ${end.server.url}/reports/1`);
    expect(await end.report()).toMatchObject({
      status: "failed",
      framework: "mocha",
      branch: "main",
      tags: ["nightly"],
      summary: { total: 4, passed: 2, failed: 1, skipped: 1, flaky: 1 },
    });
    expect(await end.problems()).toEqual(['error Cart › prepares for "never runs": Error: no database']);
    const results = await end.results();
    expect(results.get("adds an item")).toMatchObject({
      file: "tests/cart.test.cjs",
      titlePath: ["Cart", "items", "adds an item"],
      tags: ["team:shop"],
      artifacts: [{ name: "picture.png", kind: "screenshot", size: 7 }],
      attempts: [{ stdout: "adding\na picture\n" }],
    });
    // The agent does not report why an attempt failed if another one follows.
    expect(results.get("pays")).toMatchObject({
      status: "failed",
      attempts: [{ status: "failed", errors: [] }, { errors: [{ message: "AssertionError [ERR_ASSERTION]: 1 == 2" }] }],
    });
    expect(results.get("flaky")).toMatchObject({ status: "passed", flaky: true, retries: 1 });
    expect(results.get("skipped")).toMatchObject({ status: "skipped", attempts: [{ status: "skipped" }] });
  },
);

test.skipIf(modules === null)(
  "Vitest's agent: files, nested suites, retries, output and attachments",
  { timeout: 240_000 },
  async () => {
    const end = await agentEnd();
    await using _ = end.home;
    using location = toolFolder(modules as string, {
      "package.json": '{"type":"module"}',
      "vitest.config.mjs": `
      import { RPReporter } from "@reportportal/agent-js-vitest";
      const reporter = new RPReporter(${JSON.stringify(end.options)});
      export default { test: { retry: 1, setupFiles: ["@reportportal/agent-js-vitest/setup"], reporters: [reporter] } };`,
      "src/cart.test.js": `
      import { describe, expect, test } from "vitest";
      import { ReportingApi } from "@reportportal/agent-js-vitest";
      let tries = 0;
      describe("Cart", () => {
        describe("items", () => {
          test("adds an item", ({ task }) => {
            console.log("adding");
            const content = Buffer.from("picture").toString("base64");
            ReportingApi.attachment(task, { name: "picture.png", type: "image/png", content }, "a picture");
          });
          test("pays", () => expect(1).toBe(2));
          test("flaky", () => expect(++tries).toBe(2));
          test.skip("skipped", () => {});
        });
        describe.skip("all skipped", () => test("inner", () => {}));
      });`,
      "src/broken.test.js": 'import "./nothing.js";',
    });

    const run = await location.run("vitest/vitest.mjs", ["run"], quiet);

    expect(run.output).toContain(`ReportPortal Launch Link: ${end.server.url}/reports/1`);
    expect(await end.report()).toMatchObject({
      status: "failed",
      framework: "vitest",
      tags: ["nightly"],
      summary: { total: 5, passed: 2, failed: 1, skipped: 2, flaky: 1 },
    });
    expect(await end.problems()).toEqual([
      expect.stringMatching(/^error src\/broken\.test\.js: Error: Cannot find module '\.\/nothing\.js'/),
    ]);
    const results = await end.results();
    expect(results.get("adds an item")).toMatchObject({
      file: "src/cart.test.js",
      titlePath: ["Cart", "items", "adds an item"],
      artifacts: [{ name: "picture.png", kind: "screenshot", size: 7 }],
      attempts: [{ stdout: "adding\na picture\n" }],
    });
    expect(results.get("pays")).toMatchObject({
      status: "failed",
      attempts: [{ errors: [{ message: "AssertionError: expected 1 to be 2 // Object.is equality" }] }],
    });
    expect(results.get("flaky")).toMatchObject({
      flaky: true,
      attempts: [
        { status: "failed", errors: [{ message: expect.stringContaining("expected 1 to be 2") as string }] },
        { status: "passed", errors: [] },
      ],
    });
    expect(results.get("all skipped")).toMatchObject({ status: "skipped" });
  },
);

test.skipIf(modules === null)(
  "Jest's agent: files, nested suites, retries and skipped tests",
  { timeout: 240_000 },
  async () => {
    const end = await agentEnd();
    await using _ = end.home;
    const reporters = ["default", ["@reportportal/agent-js-jest", end.options]];
    using location = toolFolder(modules as string, {
      "package.json": "{}",
      "jest.config.js": `module.exports = { watchman: false, reporters: ${JSON.stringify(reporters)} };`,
      "src/cart.test.js": `
      let tries = 0;
      jest.retryTimes(1);
      describe("Cart", () => {
        describe("items", () => {
          test("adds an item", () => expect(1).toBe(1));
          test("pays", () => expect(1).toBe(2));
          test("flaky", () => expect(++tries).toBe(2));
          test.skip("skipped", () => {});
        });
      });`,
      "src/broken.test.js": 'require("./nothing.js");',
    });

    const run = await location.run("jest/bin/jest.js", ["--ci", "--runInBand"], quiet);

    expect(run.code).toBe(1);
    expect(run.output).toContain(`ReportPortal Launch Link: ${end.server.url}/reports/1`);
    expect(await end.report()).toMatchObject({
      status: "failed",
      framework: "jest",
      branch: "main",
      tags: ["nightly"],
    });
    const results = await end.results();
    expect([...results.keys()].toSorted()).toEqual(["adds an item", "flaky", "pays", "skipped"]);
    expect(results.get("pays")).toMatchObject({
      titlePath: ["Cart", "items", "pays"],
      status: "failed",
      attempts: [{ errors: [{ message: failure }] }, { errors: [{ message: failure }] }],
    });
    expect(results.get("flaky")).toMatchObject({ status: "passed", flaky: true });
    expect(results.get("skipped")).toMatchObject({ status: "skipped" });
  },
);
