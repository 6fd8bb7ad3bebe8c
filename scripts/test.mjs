import { buildWhatIsStale, packedFiles } from "./builds.mjs";
import { findChromium } from "./chromium.mjs";
import { lastLine, playwrightCounts, table, total, vitestCounts } from "./counts.mjs";
import { installDependencies } from "./dependencies.mjs";
import { playwrightFindings, vitestFindings } from "./failures.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript } from "./processes.mjs";
import { check, prepare, testRun } from "./steps.mjs";

const modules = "node_modules";

/** @typedef {import("./counts.mjs").Step} Step */

await asScript(async () => {
  const onlyStatic = process.argv.includes("--static");
  const node = await findNode();
  await installDependencies();
  const steps = onlyStatic ? await staticChecks(node) : await everything(node);
  // Once more at the end: what was printed as it happened is thousands of lines above.
  printFindings("What passed only when it was run again", steps, "flaky");
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
 * Two at a time: each of these keeps about one processor busy.
 *
 * @param {string} node
 * @returns {Promise<Step[]>}
 */
async function staticChecks(node) {
  console.log("Checking types, lint, format and dead code …");
  const tsc = `${modules}/typescript/bin/tsc`;
  const [[types, format], [lint, deadCode]] = await Promise.all([
    inTurn(
      () =>
        check(node, "types", [
          [tsc, "-p", "."],
          [tsc, "-p", "scripts"],
          [tsc, "-p", "packages/cli/scripts"],
        ]),
      () => check(node, "format", [[`${modules}/oxfmt/bin/oxfmt`, "--check", "."]]),
    ),
    inTurn(
      () => check(node, "lint", [[`${modules}/oxlint/bin/oxlint`, "--deny-warnings"]]),
      () => check(node, "dead code", [[`${modules}/knip/bin/knip.js`]]),
    ),
  ]);
  return [types, lint, format, deadCode];
}

/**
 * @param {string} node
 * @returns {Promise<Step[]>}
 */
async function everything(node) {
  const steps = await staticChecks(node);
  // Before all tests: the server's look into HTML exports, which hold a part of what is built.
  steps.push(await prepare("build", () => buildWhatIsStale(node)));
  steps.push(
    await check(
      node,
      "packages to publish",
      packedFiles.map((file) => [`${modules}/publint/src/cli.js`, "run", file, "--strict"]),
    ),
  );
  // One run per database, so that the summary shows that neither was left out.
  for (const [name, project] of /** @type {const} */ ([
    ["unit tests", "small"],
    ["server tests, embedded database", "server-embedded"],
    ["server tests, PostgreSQL", "server-postgres"],
  ])) {
    steps.push(
      await testRun(node, name, {
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
      }),
    );
  }
  let chromium = "";
  steps.push(
    await prepare("Chromium", async () => {
      chromium = await findChromium(node);
    }),
  );
  if (chromium === "") return steps;
  steps.push(
    await testRun(node, "browser tests", {
      // Run again, on a server of its own, is what failed. Nothing is hidden by it: a flaky test is counted as one and printed
      // with what it said.
      args: () => [`${modules}/@playwright/test/cli.js`, "test", "--retries=1", "--reporter=list,json"],
      env: (file) => ({ PLUMB_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
      counts: playwrightCounts,
      findings: playwrightFindings,
    }),
  );
  // Not for its figures: a program that nobody runs breaks unseen.
  console.log("\nRunning every program of the bench once …");
  steps.push(await check(node, "bench", [["bench/main.ts", "--quick"]], { PLUMB_CHROMIUM: chromium }));
  return steps;
}

/**
 * @template First, Second
 * @param {() => Promise<First>} first
 * @param {() => Promise<Second>} second
 * @returns {Promise<[First, Second]>}
 */
async function inTurn(first, second) {
  return [await first(), await second()];
}
