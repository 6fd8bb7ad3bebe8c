import { existsSync } from "node:fs";
import { join } from "node:path";
import { affectedTests, readSources } from "./affected.mjs";
import { buildWhatIsStale } from "./builds.mjs";
import { staticChecks, typedProjects } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { installDependencies } from "./dependencies.mjs";
import { root } from "./folders.mjs";
import { findNode } from "./node-runtime.mjs";
import { asScript, runQuietly, Trouble } from "./processes.mjs";
import { twoAtATime } from "./steps.mjs";
import { browserTests, buildViewerOnce, vitest } from "./suites.mjs";
import { summarize } from "./summary.mjs";

// Usage: test-changed.mjs [revision to compare with, or changed files]
await asScript(async () => {
  const node = await findNode();
  await installDependencies();
  const changed = await changedFiles(process.argv.slice(2));
  if (changed.length === 0) {
    console.log("Nothing has changed.");
    return 0;
  }
  const { tests, specs, journeys, leftOut } = affectedTests(changed, readSources());
  // Journeys take minutes, so only those that changed themselves run.
  const chosen = journeys.filter((path) => changed.includes(path));
  const browser = [...chosen, ...specs];
  console.log(
    `${changed.length} changed files affect ${tests.length} files with tests and ${browser.length} with browser tests.`,
  );
  // Journeys use the built app.
  if (chosen.length > 0) await buildWhatIsStale(node);
  else if (tests.length > 0) await buildViewerOnce(node);
  const steps = await twoAtATime([
    ...checksOf(node, changed),
    ...(tests.length === 0 ? [] : [vitest(node, "tests", ["small", "server-postgres"], tests)]),
    ...(browser.length === 0 ? [] : [browserTests(node, await findChromium(node), browser)]),
  ]);
  const exitCode = summarize(steps);
  if (leftOut > 0)
    console.log(`${leftOut} files with tests that only use the whole app did not run. npm test runs them.`);
  return exitCode;
});

/**
 * @param {string} node
 * @param {readonly string[]} changed
 */
function checksOf(node, changed) {
  const existing = changed.filter((path) => existsSync(join(root, path)));
  const code = existing.filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  const {
    "lock files": lockFiles,
    lint,
    format,
    ...checks
  } = staticChecks(node, {
    types: typedProjects.filter((folder) => folder === "." || changed.some((path) => path.startsWith(`${folder}/`))),
    lint: code,
    format: existing.filter((path) => /\.(?:tsx?|mjs|json|css|md|html|ya?ml)$/.test(path)),
  });
  const chosen = [...Object.values(checks), ...(code.length > 0 ? [lint] : []), format];
  if (changed.some((path) => path.endsWith("package-lock.json"))) chosen.push(lockFiles);
  return chosen.filter((work) => work !== undefined);
}

/**
 * Returns the changed files: the arguments if they are paths, otherwise the files that differ from a revision (by default, the merge base).
 *
 * @param {readonly string[]} args
 */
async function changedFiles(args) {
  if (args.length > 0 && args.every((path) => existsSync(join(root, path)))) return args;
  const [revision] = args;
  const base = revision ?? (await mergeBase());
  const tracked = await git(["diff", "--name-only", base]);
  const untracked = await git(["ls-files", "--others", "--exclude-standard"]);
  return [...new Set([...tracked, ...untracked])];
}

/** Returns the merge base with the default branch of `origin`, or `HEAD` without a remote. */
async function mergeBase() {
  const { code, output } = await runQuietly("git", ["merge-base", "HEAD", "origin/HEAD"]);
  return code === 0 ? output.trim() : "HEAD";
}

/** @param {readonly string[]} args */
async function git(args) {
  const { code, output } = await runQuietly("git", args);
  if (code !== 0) throw new Trouble(`git ${args.join(" ")} failed: ${output.trim()}`);
  return output.split("\n").filter((line) => line !== "");
}
