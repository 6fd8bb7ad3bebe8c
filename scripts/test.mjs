import { availableParallelism } from "node:os";
import { buildWhatIsStale, packedFiles } from "./builds.mjs";
import { findChromium } from "./chromium.mjs";
import { lastLine, playwrightCounts, table, total, vitestCounts } from "./counts.mjs";
import { installDependencies } from "./dependencies.mjs";
import { playwrightFindings, vitestFindings } from "./failures.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, environmentWith, runQuietly } from "./processes.mjs";
import { check, prepare, testRun, twoAtATime } from "./steps.mjs";

const modules = "node_modules";

/** @typedef {import("./counts.mjs").Step} Step */

await asScript(async () => {
  const onlyStatic = process.argv.includes("--static");
  const node = await findNode();
  await installDependencies();
  const steps = onlyStatic ? await staticChecks(node) : await everything(node);
  // Failures are repeated at the end, because their first output may be thousands of lines above.
  printFindings("What passed only on retry", steps, "flaky");
  printFindings("What failed", steps, "failed");
  console.log(`\n${table(steps).join("\n")}\n`);
  const counts = total(steps);
  const passedSteps = steps.filter(({ ok }) => ok).length;
  console.log(onlyStatic ? `${passedSteps} checks passed, ${counts.failed} failed` : lastLine(counts));
  return counts.failed === 0 ? 0 : 1;
});

/**
 * @param {string} title
 * @param {readonly Step[]} steps
 * @param {keyof import("./counts.mjs").Findings} which
 */
function printFindings(title, steps, which) {
  const found = steps.flatMap(({ name, findings }) => {
    const texts = findings?.[which] ?? [];
    return texts.length === 0 ? [] : [`${name}:`, ...texts];
  });
  if (found.length > 0) console.log(`\n${title}\n\n${found.join("\n\n")}`);
}

/**
 * @param {string} node
 * @returns {Promise<Step[]>}
 */
function staticChecks(node) {
  console.log("Checking types, lint, format, dead code and prose …");
  // Types and lint both load type information. Each additional thread or checker loads the shared types again.
  const half = String(Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))));
  const threads = { GOMAXPROCS: half };
  const projects = [".", "scripts", "packages/cli/scripts", "packages/reporter-core/scripts"];
  const tsc = `${modules}/typescript/bin/tsc`;
  return twoAtATime([
    check(
      node,
      "types",
      projects.map((project) => [tsc, "-p", project, "--checkers", half]),
      threads,
    ),
    check(node, "lint", [[`${modules}/oxlint/bin/oxlint`, "--deny-warnings"]], threads),
    check(node, "format", [[`${modules}/oxfmt/bin/oxfmt`, "--check", "."]]),
    check(node, "lock files", [["scripts/lock-file.mjs"]]),
    check(node, "rooms", [["tools/rooms/room-cycles.mjs"]]),
    check(node, "slow patterns", [["tools/untrusted-text/slow-patterns.mjs"]]),
    check(node, "prose", [["tools/prose/check.mjs"]]),
    check(node, "dead code", [[`${modules}/knip/bin/knip.js`]]),
  ]);
}

/**
 * @param {string} node
 * @returns {Promise<Step[]>}
 */
async function everything(node) {
  // These tasks wait for network and disk, while the checks use the processors.
  const [steps] = await Promise.all([staticChecks(node), installTools(node), prepareDatabase(node)]);
  // Must precede all tests, because server tests read HTML exports, which contain a part of the build.
  steps.push(await prepare("build", () => buildWhatIsStale(node)));
  let chromium = "";
  steps.push(
    await prepare("Chromium", async () => {
      chromium = await findChromium(node);
    }),
  );
  console.log("Running all tests, and every program of the bench once …");
  const inBrowser = [
    browserTests(node, chromium),
    // Runs to check that the programs work; the results are not used.
    check(node, "bench", [["bench/main.ts", "--quick"]], { PLUMB_CHROMIUM: chromium }),
  ];
  // Browser tests take longest, so they start early. The server tests run last and keep the processors busy.
  const tests = [
    publishing(node),
    vitest(node, "unit tests", "small"),
    ...(chromium === "" ? [] : inBrowser),
    // Separate runs per database, so that the summary shows both.
    vitest(node, "server tests, embedded database", "server-embedded"),
    vitest(node, "server tests, PostgreSQL", "server-postgres"),
  ];
  return [...steps, ...(await twoAtATime(tests))];
}

/**
 * Installs test tools that are not dependencies. If that fails, their tests are skipped with a message.
 *
 * @param {string} node
 */
async function installTools(node) {
  console.log("Installing WebdriverIO and ReportPortal's agents, which tests run …");
  for (const [folder, what] of /** @type {const} */ ([
    ["packages/reporter-webdriverio/tool", "WebdriverIO's reporter with WebdriverIO"],
    ["packages/server/src/ingest/sources/reportportal/tool", "ReportPortal's reporting API with real agents"],
  ])) {
    const tool = await runQuietly(node, ["scripts/install-tool.mjs", folder]);
    if (tool.code !== 0) console.log(`\nNOT TESTED: ${what}.\n${tool.output.trim()}\n`);
  }
}

/**
 * Prepares the empty database for the servers of browser tests and the bench. Errors are reported when the database is used.
 *
 * @param {string} node
 */
async function prepareDatabase(node) {
  await runQuietly(node, ["e2e/prepare-database.ts"], { env: environmentWith(node) });
}

/** @param {string} node */
function publishing(node) {
  return check(node, "packages to publish", [
    ...packedFiles.map((file) => [`${modules}/publint/src/cli.js`, "run", file, "--strict"]),
    ["scripts/rehearse-publish.mjs", ...packedFiles],
  ]);
}

/**
 * @param {string} node
 * @param {string} name
 * @param {string} project of vitest.config.ts
 */
function vitest(node, name, project) {
  return testRun(node, name, {
    args: (file) => [
      `${modules}/vitest/vitest.mjs`,
      "run",
      `--project=${project}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    env: () => ({}),
    counts: vitestCounts,
    findings: vitestFindings,
  });
}

/**
 * @param {string} node
 * @param {string} chromium
 */
function browserTests(node, chromium) {
  return testRun(node, "browser tests", {
    // Repeats failed tests on a new server. This hides nothing: a flaky test is counted and printed with its error.
    args: () => [`${modules}/@playwright/test/cli.js`, "test", "--retries=1", "--reporter=list,json"],
    env: (file) => ({ PLUMB_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    counts: playwrightCounts,
    findings: playwrightFindings,
  });
}
