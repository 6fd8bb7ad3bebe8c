import type { RunEvent } from "@plumb/contract/result-event.ts";
import { asObject, asPositiveInteger, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/timestamp.ts";
import { addFact } from "#text/shown-facts.ts";

/** Fields of `config.metadata` about the origin of the run, with a common name for all versions. */
const visibleMetadata: readonly (readonly [path: string, fact: string])[] = [
  ["gitCommit.hash", "commit"],
  ["gitCommit.subject", "commitSubject"],
  ["gitCommit.branch", "branch"],
  ["gitCommit.author.name", "commitAuthor"],
  ["ci.commitHash", "commit"],
  ["ci.commitHref", "commitUrl"],
  ["ci.branch", "branch"],
  ["ci.buildHref", "buildUrl"],
  ["ci.prHref", "pullRequestUrl"],
  ["ci.prTitle", "pullRequestTitle"],
  ["revision.id", "commit"],
  ["revision.subject", "commitSubject"],
  ["revision.author", "commitAuthor"],
  ["revision.link", "commitUrl"],
  ["ci.link", "buildUrl"],
];

/** Returns the metadata of the run in `config`. */
export function runFacts(config: JsonObject): RunEvent {
  const metadata = asObject(config["metadata"]) ?? {};
  const shard = asObject(config["shard"]);
  const current = asPositiveInteger(shard?.["current"]);
  const total = asPositiveInteger(shard?.["total"]);
  const workers = asPositiveInteger(metadata["actualWorkers"]) ?? asPositiveInteger(config["workers"]);
  const version = asString(config["version"]);
  // Used up to version 1.37, which had no `stats`.
  const durationMs = plausibleDurationMs(metadata["totalTime"]);
  const root = asString(config["rootDir"]);
  const suite = suiteName(asString(config["configFile"]), root);
  const visible = { ...displayFacts(metadata), ...projectFacts(objectsOf(config["projects"])) };
  for (const [name, value] of Object.entries(metadata)) {
    // Custom fields, which Playwright's report also displays.
    if (isScalar(value) && !knownPaths.has(name))
      addFact(visible, cleanTitle(name, 200), cleanTitle(String(value), 1000));
  }
  return {
    kind: "run",
    framework: "playwright",
    ...(version === undefined ? {} : { frameworkVersion: cleanTitle(version, 100) }),
    ...(suite === undefined ? {} : { suite }),
    ...(current === undefined || total === undefined ? {} : { shard: { current, total } }),
    ...(workers === undefined ? {} : { workers }),
    ...(durationMs === null ? {} : { durationMs }),
    ...(Object.keys(visible).length === 0 ? {} : { metadata: visible }),
  };
}

const knownPaths = new Set(["actualWorkers", "generatedAt", "totalTime", ...visibleMetadata.map(([path]) => path)]);

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

const maxProjects = 8;

/** Returns the browser settings of the projects: `viewport`, or `viewport [mobile]` if there are several projects. */
function projectFacts(projects: readonly JsonObject[]): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const project of projects.slice(0, maxProjects)) {
    const use = asObject(project["use"]) ?? {};
    const of = projects.length === 1 ? "" : ` [${cleanTitle(asString(project["name"]) ?? "", 40)}]`;
    const viewport = asObject(use["viewport"]);
    const width = asPositiveInteger(viewport?.["width"]);
    const height = asPositiveInteger(viewport?.["height"]);
    if (width !== undefined && height !== undefined) addFact(facts, `viewport${of}`, `${width}×${height}`);
    for (const name of ["userAgent", "channel", "locale", "timezoneId"]) {
      const value = asString(use[name]);
      if (value !== undefined) addFact(facts, `${name}${of}`, cleanTitle(value, 500));
    }
  }
  return facts;
}

/** Returns the metadata of the run in `stats`. */
export function statsFacts(stats: JsonObject): RunEvent {
  const startedAt = parseUnixMs(stats["startTime"]);
  const durationMs = plausibleDurationMs(stats["duration"]);
  return {
    kind: "run",
    framework: "playwright",
    ...(startedAt === null ? {} : { startedAt }),
    ...(durationMs === null ? {} : { durationMs }),
  };
}

function displayFacts(metadata: JsonObject): Record<string, string> {
  const visible: Record<string, string> = {};
  for (const [path, fact] of visibleMetadata) {
    const nested = path.split(".").reduce<unknown>((value, key) => asObject(value)?.[key], metadata);
    const value = asString(metadata[path]) ?? asString(nested);
    if (value !== undefined && value !== "" && visible[fact] === undefined) visible[fact] = cleanTitle(value, 500);
  }
  return visible;
}

/** Folder names that are the same in many projects. */
const isUninformative =
  /^(|[a-z]:|\.|tests?|e2e|__tests__|specs?|src|app|apps|configs?|packages|playwright|integration|ui|frontend|code|repo|source|s|a|\d+|work|workspace|workspaces|builds?|project|projects|home|root|runner|users?|tmp|usr|opt|var|mnt|github|__w)$/i;

/** Returns the innermost folder of the configuration or of the tests with a distinctive name. */
function suiteName(configFile: string | undefined, rootDir: string | undefined): string | undefined {
  for (const folder of [configFile?.replace(/[\\/][^\\/]*$/, ""), rootDir]) {
    const name = folder?.split(/[\\/]/).findLast((part) => !isUninformative.test(part));
    if (name !== undefined) return cleanTitle(name, 200);
  }
  return undefined;
}
