import type { RunEvent } from "@plumb/contract/result-event.ts";
import { asObject, asPositiveInteger, asString, type JsonObject } from "#json/json-value.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/moment.ts";

/** From `config.metadata`, which holds whatever people put there: only what says where the run came from. */
const shownMetadata: readonly (readonly [path: string, fact: string])[] = [
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

/** Facts of the run in `config`. */
export function runFacts(config: JsonObject): RunEvent {
  const metadata = asObject(config["metadata"]) ?? {};
  const shard = asObject(config["shard"]);
  const current = asPositiveInteger(shard?.["current"]);
  const total = asPositiveInteger(shard?.["total"]);
  const workers = asPositiveInteger(metadata["actualWorkers"]) ?? asPositiveInteger(config["workers"]);
  const version = asString(config["version"]);
  const suite = suiteName(asString(config["configFile"]), asString(config["rootDir"]));
  const shown = shownFacts(metadata);
  return {
    kind: "run",
    framework: "playwright",
    ...(version === undefined ? {} : { frameworkVersion: cleanTitle(version, 100) }),
    ...(suite === undefined ? {} : { suite }),
    ...(current === undefined || total === undefined ? {} : { shard: { current, total } }),
    ...(workers === undefined ? {} : { workers }),
    ...(Object.keys(shown).length === 0 ? {} : { metadata: shown }),
  };
}

/** Facts of the run in `stats`. */
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

function shownFacts(metadata: JsonObject): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [path, fact] of shownMetadata) {
    const nested = path.split(".").reduce<unknown>((value, key) => asObject(value)?.[key], metadata);
    const value = asString(metadata[path]) ?? asString(nested);
    if (value !== undefined && value !== "" && shown[fact] === undefined) shown[fact] = cleanTitle(value, 500);
  }
  return shown;
}

/** Folders that are called the same in every project. */
const tellsNothing =
  /^(|[a-z]:|\.|tests?|e2e|__tests__|specs?|src|app|apps|configs?|packages|playwright|integration|ui|frontend|code|repo|source|s|a|\d+|work|workspace|workspaces|builds?|project|projects|home|root|runner|users?|tmp|usr|opt|var|mnt|github|__w)$/i;

/** The innermost folder of the configuration, or of the tests, with a name of its own. */
function suiteName(configFile: string | undefined, rootDir: string | undefined): string | undefined {
  for (const folder of [configFile?.replace(/[\\/][^\\/]*$/, ""), rootDir]) {
    const name = folder?.split(/[\\/]/).findLast((part) => !tellsNothing.test(part));
    if (name !== undefined) return cleanTitle(name, 200);
  }
  return undefined;
}
