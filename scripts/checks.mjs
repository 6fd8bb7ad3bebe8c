import { availableParallelism } from "node:os";
import { check } from "./steps.mjs";

const modules = "node_modules";
// Types and lint both load type information. Each additional thread or checker loads the shared types again.
const half = String(Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))));
const threads = { GOMAXPROCS: half };
/** Folders with a tsconfig.json. */
export const typedProjects = [".", "scripts", "packages/cli/scripts", "packages/reporter-core/scripts"];

/** @typedef {{ types?: readonly string[], lint?: readonly string[], format?: readonly string[] }} Narrowed */

/**
 * Returns the checks that run nothing, by name.
 *
 * @param {string} node
 * @param {Narrowed} [narrowed] projects and files to check instead of all
 */
export function staticChecks(node, { types = typedProjects, lint = [], format = ["."] } = {}) {
  const tsc = [`${modules}/typescript/bin/tsc`, "--checkers", half, "-p"];
  /** @type {Record<string, import("./steps.mjs").Work>} */
  const checks = {
    types: check(
      node,
      "types",
      types.map((project) => [...tsc, project]),
      threads,
    ),
    lint: check(node, "lint", [[`${modules}/oxlint/bin/oxlint`, "--deny-warnings", ...lint]], threads),
    format: check(node, "format", [
      [`${modules}/oxfmt/bin/oxfmt`, "--check", "--no-error-on-unmatched-pattern", ...format],
    ]),
    "lock files": check(node, "lock files", [["scripts/lock-file.mjs"]]),
    rooms: check(node, "rooms", [["tools/rooms/room-cycles.mjs"]]),
    "slow patterns": check(node, "slow patterns", [["tools/untrusted-text/slow-patterns.mjs"]]),
    prose: check(node, "prose", [["tools/prose/check.mjs"]]),
    "dead code": check(node, "dead code", [[`${modules}/knip/bin/knip.js`]]),
  };
  return checks;
}
