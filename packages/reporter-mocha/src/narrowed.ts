import type { PartialReason } from "@plumb/reporter-core/command-line.ts";
import type { MochaOptions, MochaSuite, MochaTest } from "./mocha-parts.ts";

/**
 * What left tests out of a run of Mocha; undefined if nothing did. Names of files do not: most suites of Mocha are run by them, and Mocha adds them to
 * those of its configuration.
 */
export function narrowedBy({ grep, invert }: MochaOptions, root: MochaSuite): PartialReason | undefined {
  const pattern = grep instanceof RegExp ? grep.source : typeof grep === "string" ? grep : "";
  if (pattern !== "")
    return { reason: `Run with --grep ${JSON.stringify(pattern)}${invert === true ? " --invert" : ""}`, filter: true };
  return root.hasOnly?.() === true ? { reason: "Run with .only", filter: false } : undefined;
}

/** Whether `--grep` lets a test run. */
export function isWanted(test: MochaTest, { grep, invert }: MochaOptions): boolean {
  if (!(grep instanceof RegExp) || test.fullTitle === undefined) return true;
  return new RegExp(grep.source, grep.flags.replace("g", "")).test(test.fullTitle()) !== (invert === true);
}
