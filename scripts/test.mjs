import { buildDemo, buildWhatIsStale, packedFiles } from "./builds.mjs";
import { staticChecks } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { installDependencies } from "./dependencies.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, environmentWith, runQuietly, Trouble } from "./processes.mjs";
import { check, prepare, twoAtATime } from "./steps.mjs";
import { browserTests, vitest } from "./suites.mjs";
import { summarize } from "./summary.mjs";

const modules = "node_modules";

/** @typedef {import("./counts.mjs").Step} Step */

// Usage: test.mjs [--full], or test.mjs --static [name of a check]
await asScript(async () => {
  const [option, name] = process.argv.slice(2);
  const node = await findNode();
  await installDependencies();
  return summarize(option === "--static" ? await runChecks(node, name) : await runTests(node, option === "--full"));
});

/**
 * @param {string} node
 * @param {string | undefined} name a single check to run
 * @returns {Promise<Step[]>}
 */
function runChecks(node, name) {
  const checks = staticChecks(node);
  if (name === undefined) console.log("Checking types, lint, format, dead code and prose …");
  const chosen = name === undefined ? Object.values(checks) : [checks[name]].filter((found) => found !== undefined);
  if (chosen.length === 0)
    throw new Trouble(`No check is named ${name}. There are: ${Object.keys(checks).join(", ")}.`);
  return twoAtATime(chosen);
}

/**
 * @param {string} node
 * @param {boolean} isFull
 * @returns {Promise<Step[]>}
 */
async function runTests(node, isFull) {
  // These tasks wait for network and disk, while the checks use the processors.
  const [steps] = await Promise.all([runChecks(node, undefined), installTools(node), prepareDatabase(node)]);
  // Must precede all tests, because server tests read HTML exports, which contain a part of the build.
  steps.push(
    await prepare("build", async () => {
      await buildWhatIsStale(node);
      // Tests of the demo and of the release need it, and would build it at the same time as other tests use the processors.
      await buildDemo(node);
    }),
  );
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
  const embedded = ["server-embedded", ...(isFull ? ["server-embedded-rest"] : [])];
  const tests = [
    publishing(node),
    vitest(node, "unit tests", ["small"]),
    ...(chromium === "" ? [] : inBrowser),
    // Separate runs per database, so that the summary shows both.
    vitest(node, "server tests, embedded database", embedded),
    vitest(node, "server tests, PostgreSQL", ["server-postgres"]),
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
