import type { SuiteId } from "../history/catalogue.ts";
import type { DemoRun } from "../history/schedule.ts";

/** Returns the folder of the suite on the CI machine. */
export function playwrightFolder(suite: SuiteId): string {
  return `/home/runner/work/shop/shop/${suite}`;
}

/** Returns the resolved configuration at the start of the report. */
export function playwrightConfig(run: DemoRun, shard: number): object {
  const root = playwrightFolder(run.suite);
  const metadata = {
    actualWorkers: 4,
    ci: {
      commitHref: `https://git.example/shop/commit/${run.commit.hash}`,
      commitHash: run.commit.hash,
      buildHref: run.ciUrl,
    },
    gitCommit: {
      shortHash: run.commit.hash.slice(0, 7),
      hash: run.commit.hash,
      subject: run.commit.subject,
      branch: run.branch,
      author: { name: run.commit.author, email: "team@shop.example", time: run.startedAt - 3_600_000 },
    },
  };
  const projects = run.suite === "api" ? ["api"] : ["chromium", "firefox"];
  return {
    configFile: `${root}/playwright.config.ts`,
    rootDir: `${root}/tests`,
    forbidOnly: true,
    fullyParallel: true,
    globalSetup: null,
    globalTeardown: null,
    globalTimeout: 0,
    grep: {},
    grepInvert: null,
    maxFailures: 0,
    metadata,
    preserveOutput: "always",
    projects: projects.map((name) => ({
      outputDir: `${root}/test-results`,
      repeatEach: 1,
      retries: run.suite === "api" ? 1 : 2,
      metadata,
      id: name,
      name,
      testDir: `${root}/tests`,
      testIgnore: [],
      testMatch: ["**/*.@(spec|test).?(c|m)[jt]s?(x)"],
      timeout: 30_000,
    })),
    quiet: false,
    reporter: [["json", { outputFile: "results.json" }]],
    reportSlowTests: { max: 5, threshold: 300_000 },
    shard: run.shards === 1 ? null : { total: run.shards, current: shard },
    tags: [],
    updateSnapshots: "none",
    version: run.daysAgo > 25 ? "1.64.0" : "1.65.1",
    workers: 4,
    webServer: null,
  };
}
