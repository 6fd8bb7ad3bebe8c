import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildWhatIsStale } from "./builds.mjs";
import { playwrightCounts, vitestCounts } from "./counts.mjs";
import { playwrightFindings, vitestFindings } from "./failures.mjs";
import { root } from "./folders.mjs";
import { testRun } from "./steps.mjs";

const modules = "node_modules";
const vitestBin = `${modules}/vitest/vitest.mjs`;
const playwrightBin = `${modules}/@playwright/test/cli.js`;

/** Commands of the suites that developers run by name, without the Node binary. */
export const suites = {
  unit: [vitestBin, "run", "--project=small"],
  server: [vitestBin, "run", "--project=server-postgres"],
  web: [playwrightBin, "test", "--project=web"],
  e2e: [playwrightBin, "test", "--project=e2e"],
};

// A failed test runs again in a full run, where one slow moment of a shared machine would cost an hour. This hides nothing: a flaky test is counted and printed with its error.

/**
 * @param {string} node
 * @param {string} name
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {readonly string[]} [files]
 */
export function vitest(node, name, projects, files = []) {
  return testRun(node, name, {
    args: (file) => [
      vitestBin,
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--retry=1",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...files,
    ],
    env: () => ({}),
    counts: vitestCounts,
    findings: vitestFindings,
  });
}

/**
 * @param {string} node
 * @param {string} chromium
 * @param {readonly string[]} [files]
 */
export function browserTests(node, chromium, files = []) {
  return testRun(node, "browser tests", {
    // Uses a new server.
    args: () => [playwrightBin, "test", "--retries=1", "--reporter=list,json", ...files],
    env: (file) => ({ PLUMB_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    counts: playwrightCounts,
    findings: playwrightFindings,
  });
}

/**
 * Builds the viewer of HTML exports, which server tests read, if it was never built.
 *
 * @param {string} node
 */
export async function buildViewerOnce(node) {
  if (!existsSync(join(root, "packages/web/dist/export"))) await buildWhatIsStale(node);
}
