import { expect, test } from "vitest";
import { agentEnd, quiet } from "#testing/agent-end.ts";
import { installedAgents, toolFolder } from "#testing/tool-folder.ts";

const modules = await installedAgents();

const suites = 6;
const testsOfSuite = 10;

test.skipIf(modules === null)(
  "a server killed during launches loses nothing that its client sends",
  { timeout: 240_000 },
  async () => {
    const end = await agentEnd();
    await using _ = end.home;
    using location = toolFolder(modules as string, {
      "report.cjs": `
      const Client = require("@reportportal/client-javascript");
      const client = new Client(${JSON.stringify({ ...end.options, restClientConfig: { retry: 30 } })});
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const options = { name: "a.ts", type: "text/plain", content: Buffer.from("kept").toString("base64") };
      void (async () => {
        const launch = client.startLaunch({});
        for (let n = 0; n < ${suites}; n++) {
          const suite = client.startTestItem({ name: "suite " + n, type: "SUITE" }, launch.tempId);
          for (let m = 0; m < ${testsOfSuite}; m++) {
            const item = client.startTestItem({ name: "test " + n + m, type: "STEP" }, launch.tempId, suite.tempId);
            const step = client.startTestItem({ name: "step", type: "STEP", hasStats: false }, launch.tempId, item.tempId);
            client.sendLog(step.tempId, { message: "said " + m, level: "INFO" });
            client.sendLog(item.tempId, { message: "a file", level: "INFO" }, options);
            client.finishTestItem(step.tempId, { status: "passed" });
            client.finishTestItem(item.tempId, { status: m === 3 ? "failed" : "passed" });
            await pause(20);
          }
          client.finishTestItem(suite.tempId, {});
          console.log("reported", n);
          await pause(700);
        }
        await client.finishLaunch(launch.tempId, {}).promise;
      })();`,
    });
    const { port } = new URL(end.server.url);
    const running = location.run("./report.cjs", [], quiet);
    let { server } = end;
    const recorded = async () =>
      ((await end.report()) as { summary?: { total: number } } | undefined)?.summary?.total ?? 0;
    for (const killAt of [3, 25]) {
      // The client keeps running during the outage.
      await expect.poll(recorded, { timeout: 60_000 }).toBeGreaterThanOrEqual(killAt);
      await server.kill();
      server = await end.home.start({ PLUMB_PORT: port });
    }

    const run = await running;

    expect(run.output).toContain(`ReportPortal Launch Link: ${end.server.url}/reports/1`);
    expect(run.output).not.toContain("Error");
    const total = suites * testsOfSuite;
    expect(await end.report()).toMatchObject({
      status: "failed",
      summary: { total, passed: total - suites, failed: suites, errored: 0 },
    });
    expect(await end.problems()).toEqual([]);
    for (const result of (await end.results()).values())
      expect(result).toMatchObject({
        attempts: [
          {
            steps: [{ title: "step" }],
            stdout: expect.stringMatching(/^(?:said \d\na file|a file\nsaid \d)\n$/) as string,
          },
        ],
        artifacts: [{ size: 4 }],
      });
    expect(await server.stop()).toBe(0);
  },
);
