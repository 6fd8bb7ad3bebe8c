import type { PartialReason } from "@plumb/reporter-core/command-line.ts";
import type { MochaOptions, MochaSuite, MochaTest } from "./mocha-api.ts";

/**
 * Returns what excluded tests from a run of Mocha, or undefined if nothing did. File names do not count: most suites are run with them, and Mocha
 * merges them with those in its configuration.
 */
export function partialReason({ grep, invert }: MochaOptions, root: MochaSuite): PartialReason | undefined {
  const pattern = grep instanceof RegExp ? grep.source : typeof grep === "string" ? grep : "";
  if (pattern !== "")
    return { reason: `Run with --grep ${JSON.stringify(pattern)}${invert === true ? " --invert" : ""}`, filter: true };
  return root.hasOnly?.() === true ? { reason: "Run with .only", filter: false } : undefined;
}

/** Returns true if `--grep` selects the test. */
export function isSelected(test: MochaTest, { grep, invert }: MochaOptions): boolean {
  if (!(grep instanceof RegExp) || test.fullTitle === undefined) return true;
  return new RegExp(grep.source, grep.flags.replace("g", "")).test(test.fullTitle()) !== (invert === true);
}
