import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./folders.mjs";
import { inTurns } from "./in-turns.mjs";
import { environmentWith, Trouble } from "./processes.mjs";
import { runStoppably, throwIfStopped } from "./stoppable.mjs";

/** @typedef {import("./counts.mjs").Step} Step */
/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {(say: (text: string) => void) => Promise<Step>} Work starts a step; `say` prints its output */

/**
 * Runs steps in order, two at a time, because a single step often waits for browsers, servers or timers. The output of each step is kept together.
 *
 * @param {readonly Work[]} work
 * @returns {Promise<Step[]>} in the order of the work
 */
export async function twoAtATime(work) {
  const turns = inTurns((text) => process.stdout.write(text));
  /** @type {Step[]} */
  const steps = [];
  const left = work.entries();
  const lane = async () => {
    for (const [index, begin] of left) {
      const { say, end } = turns.begin();
      steps[index] = await begin(say);
      end();
    }
  };
  await Promise.all([lane(), lane()]);
  return steps;
}

/**
 * Returns a check without test counts, which prints only if it fails.
 *
 * @param {string} node
 * @param {string} name
 * @param {readonly (readonly string[])[]} commands arguments for Node, run one after the other until one fails
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Work}
 */
export function check(node, name, commands, env = {}) {
  return (say) =>
    timed(name, async () => {
      for (const args of commands) {
        let output = "";
        const code = await runStoppably(node, args, environmentWith(node, env), (text) => (output += text));
        if (code !== 0) {
          say(`\n${name} failed (exit code ${code}):\n${output.trimEnd()}\n\n`);
          return { ok: false, counts: null, findings: { failed: [end(output)], flaky: [] } };
        }
      }
      return { ok: true, counts: null };
    });
}

/**
 * Returns the last lines of the output, which contain the reason for a failure. @param {string} output
 */
function end(output) {
  return output.trimEnd().split("\n").slice(-40).join("\n");
}

/**
 * Returns a test run that takes its counts and findings from the JSON report of the test tool.
 *
 * @template Counted
 * @template Found
 * @param {string} node
 * @param {string} name
 * @param {{
 * args: (reportFile: string) => readonly string[],
 * env: (reportFile: string) => NodeJS.ProcessEnv,
 * counts: (report: Counted) => Counts,
 * findings: (report: Found) => import("./counts.mjs").Findings,
 * }} run
 * @returns {Work}
 */
export function testRun(node, name, { args, env, counts, findings }) {
  return (say) =>
    timed(name, async () => {
      say(`\n${name}:\n`);
      mkdirSync(join(cache, "test"), { recursive: true });
      const reportFile = join(cache, "test", `${name.replaceAll(/\W+/g, "-")}.json`);
      rmSync(reportFile, { force: true });
      const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
      const environment = environmentWith(node, { ...colours, ...env(reportFile) });
      const code = await runStoppably(node, args(reportFile), environment, say);
      if (!existsSync(reportFile)) return { ok: false, counts: null, note: "it wrote no result" };
      const report = /** @type {Counted & Found} */ (JSON.parse(readFileSync(reportFile, "utf8")));
      const counted = counts(report);
      const outcome = { counts: counted, findings: findings(report) };
      if (counted.passed + counted.failed === 0) return { ...outcome, ok: false, note: "no test ran" };
      return { ...outcome, ok: code === 0 && counted.failed === 0 };
    });
}

/**
 * Runs a preparation for a later step. A `Trouble` makes it fail.
 *
 * @param {string} name
 * @param {() => Promise<void>} body
 * @returns {Promise<Step>}
 */
export function prepare(name, body) {
  return timed(name, async () => {
    try {
      await body();
      return { ok: true, counts: null };
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      console.log(`\n${name} failed: ${error.message}\n`);
      return { ok: false, counts: null };
    }
  });
}

/**
 * @param {string} name
 * @param {() => Promise<Omit<Step, "name" | "seconds">>} body
 * @returns {Promise<Step>}
 */
async function timed(name, body) {
  const start = performance.now();
  const outcome = await body();
  throwIfStopped();
  return { name, seconds: (performance.now() - start) / 1000, ...outcome };
}
