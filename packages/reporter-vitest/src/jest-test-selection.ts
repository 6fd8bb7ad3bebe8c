import { relative } from "node:path";
import { asObject, asString, type JsonObject, stringsOf } from "@plumb/formats/json/json-value.ts";
import type { PartialReason } from "@plumb/reporter-core/command-line.ts";

/** Options that select tests for a single run, by their names in Jest's global configuration. */
const choices = {
  onlyChanged: "--onlyChanged",
  changedSince: "--changedSince",
  lastCommit: "--lastCommit",
  onlyFailures: "--onlyFailures",
};

/** Returns the options in Jest's global configuration that excluded tests from the run, or undefined if there are none. */
export function partialReason(config: JsonObject): PartialReason | undefined {
  const chosen = Object.entries(choices).flatMap(([name, option]) => {
    const value = config[name];
    if (value === true) return [option];
    return typeof value === "string" && value !== "" ? [`${option} ${value}`] : [];
  });
  const related = config["findRelatedTests"] === true ? ["--findRelatedTests"] : [];
  const pattern = asString(config["testNamePattern"]) ?? "";
  const filters = [...(pattern === "" ? [] : [`-t ${JSON.stringify(pattern)}`]), ...filesOf(config)];
  const found = [...chosen, ...related, ...filters];
  const filter = chosen.length + related.length === 0;
  return found.length === 0 ? undefined : { reason: `Run with ${found.join(" ")}`, filter };
}

/** Returns patterns or paths of test files. `testPathPatterns` is an object since Jest 30; before, it was a text. */
function filesOf(config: JsonObject): string[] {
  const patterns = config["testPathPatterns"];
  const listed = stringsOf(asObject(patterns)?.["patterns"] ?? patterns);
  const before = asString(config["testPathPattern"]) ?? "";
  const paths =
    config["runTestsByPath"] === true || config["findRelatedTests"] === true ? stringsOf(config["nonFlagArgs"]) : [];
  const all = listed.length > 0 ? listed : before === "" ? paths : [before];
  const rootDir = asString(config["rootDir"]) ?? process.cwd();
  // Relative, so that the text is the same on all machines.
  return all.map((file) => (file.startsWith(rootDir) ? relative(rootDir, file) || "." : file));
}
