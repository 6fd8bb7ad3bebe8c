import { only } from "@plumb/formats/testing/read-sample.ts";
import { sendSpool } from "@plumb/reporter-core/send-spool.ts";
import { Spool } from "@plumb/reporter-core/spool.ts";
import { startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { expect, test } from "vitest";
import { startStubWebDriver } from "./testing/stub-webdriver.ts";
import { installWebdriverio, createProject } from "./testing/webdriverio.ts";

const modules = await installWebdriverio();
const timeout = 120_000;

const config = `
export const config = {
  runner: "local", hostname: "127.0.0.1", port: Number(process.env.DRIVER), path: "/", connectionRetryCount: 0,
  specs: ["./test/*.js"], maxInstances: 1, capabilities: [{ browserName: "firefox" }], logLevel: "error",
  framework: "mocha", specFileRetries: Number(process.env.RETRIES ?? 0), reporters: ["dot"],
  services: [[process.cwd() + "/plumb/service.cjs", { suite: "shop" }]],
};`;
const passing = (name: string) => `describe("${name}", () => { it("passes", () => {}); });`;

test.runIf(modules !== null)(
  "only the service reports, and it keeps the run open from start to end",
  { timeout },
  async () => {
    const steps: string[] = [];
    await using server = await startStubLiveServer((step) => {
      if (step === "open" || step === "complete") steps.push(step);
      return null;
    });
    await using driver = await startStubWebDriver();
    using location = await createProject(modules ?? "", {
      "wdio.conf.js": config,
      "test/a.js": passing("A"),
      "test/b.js": passing("B"),
    });

    const run = await location.runTests({ PLUMB_URL: server.url, PLUMB_API_KEY: "k", DRIVER: String(driver.port) });

    expect(run.code).toBe(0);
    expect(run.messages).toEqual([`Plumb: ${server.url}/reports/7`]);
    expect((run.stdout + run.stderr).split("/reports/7")).toHaveLength(2);
    expect(server.opened.map(({ suite, build }) => [suite, build])).toEqual(
      Array.from({ length: 3 }, () => ["shop", server.opened[0]?.build]),
    );
    expect(steps).toEqual(["open", "open", "complete", "open", "complete", "complete"]);
    expect(server.completed.at(-1)).toMatchObject({ source: 5 });
    const passed = only("test", server.events()).filter(({ status }) => status === "passed");
    expect(passed.map(({ titlePath }) => titlePath)).toEqual([
      ["A", "passes"],
      ["B", "passes"],
    ]);
  },
);

test.runIf(modules !== null)(
  "a killed worker is reported, and the launcher sends its results",
  { timeout },
  async () => {
    await using server = await startStubLiveServer();
    await using driver = await startStubWebDriver();
    // Kills the worker after its results are on disk, because data in memory would be lost.
    const killed = `import { readdirSync, readFileSync } from "node:fs";
      const isWritten = () => readdirSync(".plumb/spool").some((name) =>
        name.endsWith(".ndjson") && readFileSync(".plumb/spool/" + name, "utf8").includes('"passed"'));
      describe("A", () => {
        it("passes", () => {});
        it("kills", async () => {
          while (!isWritten()) await new Promise((resolve) => setTimeout(resolve, 20));
          process.kill(process.pid, "SIGKILL");
        });
      });`;
    using location = await createProject(modules ?? "", {
      "wdio.conf.js": config.replace('mocha"', 'mocha", mochaOpts: { timeout: 9000 }'),
      "test/a.js": killed,
    });

    const run = await location.runTests({ PLUMB_URL: server.url, PLUMB_API_KEY: "k", DRIVER: String(driver.port) });

    expect(run.code).not.toBe(0);
    expect(run.messages).toEqual(["Plumb: sent the results of 1 other process.", `Plumb: ${server.url}/reports/7`]);
    expect(only("problem", server.events()).map(({ reason }) => reason)).toEqual([
      "Worker 0-0 died (SIGKILL) while it ran test/a.js",
    ]);
    expect(server.completed).toMatchObject([{ source: 6, interrupted: {} }, { source: 5 }]);
    expect(location.spooled()).toEqual([]);
  },
);

test.runIf(modules !== null)("a repeated spec file is reported again by its next worker", { timeout }, async () => {
  await using server = await startStubLiveServer();
  await using driver = await startStubWebDriver();
  const spec = `import { existsSync, writeFileSync } from "node:fs";
    describe("A", () => {
      before(() => { if (existsSync("tried")) return; writeFileSync("tried", ""); throw new Error("first time"); });
      it("passes", () => {});
    });`;
  using location = await createProject(modules ?? "", { "wdio.conf.js": config, "test/a.js": spec });

  const run = await location.runTests({
    PLUMB_URL: server.url,
    PLUMB_API_KEY: "k",
    DRIVER: String(driver.port),
    RETRIES: "1",
  });

  expect(run.code).toBe(0);
  expect(only("problem", server.events()).map(({ severity, reason }) => [severity, reason])).toEqual([
    ["warning", 'A › "before all" hook for A: first time (the spec file runs again)'],
  ]);
  expect(server.opened.map(({ build }) => build)).toEqual(Array.from({ length: 3 }, () => server.opened[0]?.build));
});

test.runIf(modules !== null).for([
  ["the service", `reporters: [], services: [[process.cwd() + "/plumb/service.cjs", {}]]`, 2],
  ["the reporter alone", `reporters: [[process.cwd() + "/plumb/index.cjs", {}]], services: []`, 1],
] as const)("a stopped run is interrupted, with %s", { timeout }, async ([, named, sources]) => {
  await using server = await startStubLiveServer();
  await using driver = await startStubWebDriver();
  const hanging = `describe("A", () => {
    it("passes", () => {});
    it("hangs", () => new Promise((resolve) => setTimeout(resolve, 60_000)));
  });`;
  using location = await createProject(modules ?? "", {
    "wdio.conf.js": `${config} Object.assign(config, { ${named} });`,
    "test/a.js": hanging,
  });
  const env = { PLUMB_URL: server.url, PLUMB_API_KEY: "k", DRIVER: String(driver.port) };
  const hangs = () =>
    expect
      .poll(() => only("test", server.events()).map(({ titlePath, status }) => `${titlePath.join(" ")} ${status}`))
      .toContain("A hangs running");
  await location.stop("SIGINT", hangs, "@wdio/cli/bin/wdio.js", ["run", "wdio.conf.js"], env);

  // Stopped processes wait at most a second for the server. On a busy machine that is too short, and the spool has the rest.
  for (const path of location.spooled())
    await sendSpool(await Spool.load(path), { url: server.url, key: "k" }, (step) => step());
  // On a busy machine, WebdriverIO may end the service before the signal reaches it. One interrupted source is enough for the run.
  const reasons = server.completed.map(({ interrupted }) => interrupted?.reason);
  expect(reasons).toHaveLength(sources);
  expect(reasons).toContain("The run was stopped before it finished");
});
