import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@plumb/reporter-core/bundle.mjs";
import { type ToolSandbox, createToolSandbox } from "@plumb/reporter-core/testing/tool-sandbox.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { newProject, startServer } from "../harness/server.ts";
import { median, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Each test waits, as real tests wait for pages. One test in fifty fails. */
const waitMs = 100;

interface Tool {
  readonly name: string;
  readonly cli: string;
  readonly reporter: string;
  readonly files: (tests: number) => Readonly<Record<string, string>>;
  readonly args: (reports: boolean) => readonly string[];
}

const tools: readonly Tool[] = [
  {
    name: "Playwright Test, two workers",
    cli: "@playwright/test/cli.js",
    reporter: "reporter-playwright",
    files: (tests) => ({
      "package.json": "{}",
      "playwright.config.ts": `
import { defineConfig } from "@playwright/test";
const plumb = process.env.REPORTS === "1" ? [["./plumb.cjs", { suite: "bench" }]] : [];
export default defineConfig({ testDir: "tests", workers: 2, fullyParallel: true, reporter: [["dot"], ...plumb] });`,
      "tests/bench.spec.ts": `
import { test, expect } from "@playwright/test";
for (let n = 0; n < ${tests}; n++)
  test("test " + n, async () => {
    await test.step("opens", () => new Promise((resolve) => setTimeout(resolve, ${waitMs})));
    await test.step("checks", () => expect(n % 50).not.toBe(49));
  });`,
    }),
    args: () => ["test"],
  },
  {
    name: "Mocha",
    cli: "mocha/bin/mocha.js",
    reporter: "reporter-mocha",
    files: (tests) => ({
      "test/bench.spec.js": `
const assert = require("node:assert");
describe("bench", () => {
  for (let n = 0; n < ${tests}; n++)
    it("test " + n, async () => {
      await new Promise((resolve) => setTimeout(resolve, ${waitMs}));
      assert.notStrictEqual(n % 50, 49);
    });
});`,
    }),
    args: (reports) => ["--reporter", reports ? "./plumb.cjs" : "spec"],
  },
  {
    name: "Vitest",
    cli: "vitest/vitest.mjs",
    reporter: "reporter-vitest",
    files: (tests) => ({
      "package.json": '{"type":"module"}',
      "vitest.config.mjs": `
const plumb = process.env.REPORTS === "1" ? [["./plumb.cjs", {}]] : [];
export default { test: { reporters: ["dot", ...plumb] } };`,
      "bench.spec.js": `
import { expect, test } from "vitest";
for (let n = 0; n < ${tests}; n++)
  test("test " + n, async () => {
    await new Promise((resolve) => setTimeout(resolve, ${waitMs}));
    expect(n % 50).not.toBe(49);
  });`,
    }),
    args: () => ["run"],
  },
];

/** Destinations of the events. */
const ends = ["the server beside it", "no server there"] as const;

/** Measures how much longer a run takes with a reporter. Runs with and without it take turns, so that both have the same conditions. */
export const reporters: Program = {
  name: "reporters",
  summary: "runs of Playwright, Mocha and Vitest with Plumb's reporter against the same runs without it",
  async run({ quick, runs, log }) {
    using work = workFolder();
    await using server = await startServer(work.folder("data"));
    const { key } = await newProject(server);
    const tests = quick ? 10 : 150;
    const metrics: Metric[] = [];
    for (const tool of tools) {
      log(tool.name);
      using sandbox = createToolSandbox(tool.files(tests));
      const source = new URL(`../../packages/${tool.reporter}/src/index.ts`, import.meta.url);
      await bundle(fileURLToPath(source), join(sandbox.folder, "plumb.cjs"));
      const taken = new Map<string, number[]>(["alone", ...ends].map((end) => [end, []]));
      // The first round is not counted, because it compiles code that later rounds reuse.
      for (let round = 0; round <= (quick ? 0 : runs); round++) {
        for (const [end, times] of taken) {
          const url = end === "alone" ? null : end === ends[0] ? server.url : "http://127.0.0.1:9";
          const { ms } = await timed(() => runOnce(tool, sandbox, url, key));
          if (quick || round > 0) times.push(ms);
        }
      }
      const alone = median(taken.get("alone") ?? []);
      for (const end of ends) {
        const events = taken.get(end) ?? [];
        metrics.push({
          name: `${tool.name}: ${tests} tests of ${waitMs} ms, ${end}`,
          value: median(events) / 1000,
          unit: "s",
          against: { name: "without the reporter", value: alone / 1000 },
          bar: { of: "ratio", max: 1.02 },
          details: { timesMs: events, aloneMs: taken.get("alone") },
        });
      }
    }
    return metrics;
  },
};

/**
 * @param url Address to report to, or `null` to run without the reporter.
 * @throws Error if the tool did not run, or its reporter printed nothing.
 */
async function runOnce(tool: Tool, sandbox: ToolSandbox, url: string | null, key: string): Promise<void> {
  const reports = url !== null;
  const env: Record<string, string> = reports ? { REPORTS: "1", PLUMB_URL: url, PLUMB_API_KEY: key } : {};
  const { messages: output, stdout, stderr } = await sandbox.run(tool.cli, tool.args(reports), env);
  if (output.length > 0 !== reports)
    throw new Error(`${tool.name} ran otherwise than it was told to.\n${stdout}${stderr}`);
}
