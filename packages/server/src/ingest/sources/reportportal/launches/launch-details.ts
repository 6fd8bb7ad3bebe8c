import { type RunLabels, usableFacts, usableTags } from "@plumb/contract/runs/run-labels.ts";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Attribute } from "#ingest/sources/reportportal/requests.ts";

/** Facts from the attributes of a launch. */
export interface LaunchDetails {
  readonly framework: string;
  readonly environment: string | undefined;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly commitAuthor: string | undefined;
  readonly pullRequest: string | undefined;
  readonly build: string | undefined;
  readonly ciUrl: string | undefined;
  /** Attributes with a key are facts, if the key is valid; others are tags. */
  readonly labels: RunLabels;
  readonly metadata: Readonly<Record<string, string>>;
}

type Fact = "environment" | "branch" | "commit" | "commitAuthor" | "pullRequest" | "build" | "ciUrl";

/** Attribute keys for facts from a CI system, ignoring case and separators. */
const factKeys: Readonly<Record<string, Fact>> = {
  environment: "environment",
  env: "environment",
  stand: "environment",
  branch: "branch",
  gitbranch: "branch",
  commit: "commit",
  commitsha: "commit",
  commithash: "commit",
  gitcommit: "commit",
  sha: "commit",
  revision: "commit",
  commitauthor: "commitAuthor",
  pullrequest: "pullRequest",
  mergerequest: "pullRequest",
  pr: "pullRequest",
  mr: "pullRequest",
  build: "build",
  buildid: "build",
  buildnumber: "build",
  cibuild: "build",
  ciurl: "ciUrl",
  buildurl: "ciUrl",
  joburl: "ciUrl",
  pipelineurl: "ciUrl",
};

/** Maximum lengths, as for uploads. */
const longest: Record<Fact, number> = {
  environment: 100,
  branch: 300,
  commit: 100,
  commitAuthor: 200,
  pullRequest: 100,
  build: 200,
  ciUrl: 2000,
};

/** Frameworks whose agents have another name. */
const frameworks: readonly (readonly [agent: RegExp, framework: string])[] = [
  [/junit-?5/, "junit5"],
  [/junit-?4|junit/, "junit"],
  [/robot/, "robot"],
  [/webdriverio|wdio/, "webdriverio"],
  [/specflow|reqnroll/, "specflow"],
];

/** Returns the tool for the name of its agent: `@reportportal/agent-js-playwright`, `agent-java-testng`, `pytest-reportportal`. */
export function frameworkOf(agent: string | undefined): string {
  const name = (agent ?? "").split("|", 1)[0]?.toLowerCase() ?? "";
  const known = frameworks.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  const words = name
    .replace(/^.*\//, "")
    .split(/[^a-z0-9]+/)
    .filter(
      (word) =>
        word !== "" &&
        !/^(?:agent|js|java|python|net|dotnet|php|ruby|go|report|portal|reportportal|client|extension)$/.test(word),
    );
  return cut(words.join("-"), 60) || "reportportal";
}

/** Attributes of machine and client to show. */
const visibleFacts = /^(?:agent|client|os|nodejs|jvm|python|runtime|platform|version)$/i;

export function launchDetails(attributes: readonly Attribute[]): LaunchDetails {
  const facts: Partial<Record<Fact, string>> = {};
  const tags: string[] = [];
  const pairs: string[] = [];
  const metadata: Record<string, string> = {};
  let agent: string | undefined;
  for (const { key = "", value = "", system } of attributes) {
    if (value === "") continue;
    if (system === true) {
      if (key === "agent") agent = value;
      if (visibleFacts.test(key)) metadata[cut(key, 60)] = cut(value.replaceAll("|", " "), 500);
      continue;
    }
    const fact = factKeys[key.toLowerCase().replaceAll(/[\s._-]/g, "")];
    if (fact !== undefined && facts[fact] === undefined && fits(fact, value))
      facts[fact] = cut(value.trim(), longest[fact]);
    else if (usableFacts([`${key}=${value}`]).length > 0) pairs.push(`${key}=${value}`);
    else tags.push(tagOf({ key, value }));
  }
  return {
    framework: frameworkOf(agent),
    environment: facts.environment,
    branch: facts.branch,
    commit: facts.commit,
    commitAuthor: facts.commitAuthor,
    pullRequest: facts.pullRequest,
    build: facts.build,
    ciUrl: facts.ciUrl,
    labels: { tags: usableTags(tags), facts: usableFacts(pairs) },
    metadata,
  };
}

/** Returns `key:value`, or the value alone if there is no key. */
export function tagOf({ key = "", value = "" }: Pick<Attribute, "key" | "value">): string {
  return cut(key.trim() === "" ? value.trim() : `${key.trim()}:${value.trim()}`, 199);
}

function fits(fact: Fact, value: string): boolean {
  if (value.trim() === "") return false;
  return fact !== "ciUrl" || (isWebAddress(value) && value.length <= longest.ciUrl);
}
