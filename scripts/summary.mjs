import { lastLine, table, total } from "./counts.mjs";

/** @typedef {import("./counts.mjs").Step} Step */

/**
 * Prints findings, a table of the steps and the totals. Failures are repeated here, because their first output may be thousands of lines above.
 *
 * @param {readonly Step[]} steps
 * @returns {number} exit code
 */
export function summarize(steps) {
  printFindings("What passed only on retry", steps, "flaky");
  printFindings("What failed", steps, "failed");
  console.log(`\n${table(steps).join("\n")}\n`);
  const counts = total(steps);
  const passedSteps = steps.filter(({ ok }) => ok).length;
  const hasTests = steps.some((step) => step.counts !== null);
  console.log(hasTests ? lastLine(counts) : `${passedSteps} checks passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

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
