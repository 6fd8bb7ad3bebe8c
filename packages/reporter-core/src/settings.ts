import type { OpenRun } from "@plumb/contract/runs/live.ts";
import { sendsCommits } from "#commits/send-commits.ts";
import {
  parseFacts,
  parseTags,
  splitLabels,
  usableFacts,
  usableTags,
  withoutEmptyFacts,
} from "@plumb/contract/runs/run-labels.ts";
import type { Variables } from "./ci-environment.ts";

/** Options of the reporter. Environment variables replace missing options. */
export interface ReporterOptions {
  /** Address of the server. Default: PLUMB_URL. */
  readonly url?: string;
  /** API key of the project. Prefer PLUMB_API_KEY, so that the key is not committed to a repository. */
  readonly apiKey?: string;
  /** Name of the suite. Default: PLUMB_SUITE, then the tool's configuration. */
  readonly suite?: string;
  /** Where the tests run, such as staging or production. Default: PLUMB_ENVIRONMENT. */
  readonly environment?: string;
  /** Default: PLUMB_BRANCH, then the CI system, then git. The next four options work the same way. */
  readonly branch?: string;
  readonly commit?: string;
  /** Reporters with the same build, such as those of shards, report to one run. */
  readonly build?: string;
  readonly ciUrl?: string;
  /** Tags of the run. Default: PLUMB_TAGS, separated by commas. */
  readonly tags?: readonly string[];
  /** False keeps the newest git commits from being sent. Default: PLUMB_COMMITS, then true. */
  readonly commits?: boolean;
  /** Facts about the run as `key=value`, such as `browser=chrome-143`. Default: PLUMB_FACTS, separated by commas. */
  readonly facts?: readonly string[] | Readonly<Record<string, string>>;
  /** Time limit for sending the rest of the results at the end of a run, in seconds. Default: PLUMB_TIMEOUT, then 30. */
  readonly timeout?: number;
  /** Folder for data that could not be sent. Default: PLUMB_SPOOL, then .plumb/spool. */
  readonly spool?: string;
  /** False disables the reporter and its messages. */
  readonly enabled?: boolean;
}

export interface ReporterSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly run: Omit<OpenRun, "clientId">;
  readonly timeoutMs: number;
  readonly spool: string;
  readonly commits: boolean;
  /** Messages about tags and facts that are left out. */
  readonly warnings: readonly string[];
}

const defaultTimeout = 30;

/** @returns A message about the missing or invalid setting if the reporter cannot report. */
export function reporterSettings(options: ReporterOptions, env: Variables): ReporterSettings | string {
  const url = parseServerUrl(options.url ?? env["PLUMB_URL"]);
  const key = (options.apiKey ?? env["PLUMB_API_KEY"] ?? "").trim();
  if (url === null) return "PLUMB_URL is not the address of a server: it must begin with http:// or https://.";
  if (url === "" || key === "") return `${missingSettings(url, key)} not set.`;
  // Other characters are invalid in a header, and Node's error message would print the key.
  if (!/^[\x21-\x7e]+$/.test(key)) return "the API key contains invalid characters.";
  const timeout = options.timeout ?? Number(env["PLUMB_TIMEOUT"] ?? defaultTimeout);
  return {
    url,
    key,
    run: runOf(options, env),
    warnings: labelWarnings(options, env),
    timeoutMs: (Number.isFinite(timeout) && timeout >= 0 ? timeout : defaultTimeout) * 1000,
    commits: options.commits ?? sendsCommits(env),
    spool: options.spool ?? (env["PLUMB_SPOOL"] || ".plumb/spool"),
  };
}

function missingSettings(url: string, key: string): string {
  if (url === "" && key === "") return "PLUMB_URL and PLUMB_API_KEY are";
  return url === "" ? "PLUMB_URL is" : "PLUMB_API_KEY is";
}

/** Empty if it is not set, `null` if it is invalid. */
function parseServerUrl(text: string | undefined): string | null {
  const address = (text ?? "").trim();
  if (address === "") return "";
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/+$/, "");
}

/** Cuts texts to the maximum length and leaves out invalid tags and facts, because the server would reject the run. */
function runOf(options: ReporterOptions, env: Variables): Omit<OpenRun, "clientId"> {
  const tags = usableTags(tagTexts(options, env));
  const facts = usableFacts(factTexts(options, env));
  return {
    ...textField("suite", options.suite ?? env["PLUMB_SUITE"], 200),
    ...textField("environment", options.environment ?? env["PLUMB_ENVIRONMENT"], 100),
    ...textField("branch", options.branch ?? env["PLUMB_BRANCH"], 300),
    ...textField("commit", options.commit ?? env["PLUMB_COMMIT"], 100),
    ...textField("commitAuthor", env["PLUMB_COMMIT_AUTHOR"], 200),
    ...textField("pullRequest", env["PLUMB_PULL_REQUEST"], 100),
    ...textField("targetBranch", env["PLUMB_TARGET_BRANCH"], 300),
    ...textField("build", options.build ?? env["PLUMB_BUILD"], 200),
    ...textField("ciUrl", address(options.ciUrl ?? env["PLUMB_CI_URL"]), 2000),
    ...textField("job", env["PLUMB_JOB"], 200),
    ...jobAttemptField(env["PLUMB_JOB_ATTEMPT"]),
    ...(tags.length === 0 ? {} : { tags }),
    ...(facts.length === 0 ? {} : { facts }),
    ...partialSetting(env["PLUMB_PARTIAL"]),
    ...(booleanSetting(env["PLUMB_RERUN"]) === true ? { rerun: true } : {}),
  };
}

function tagTexts({ tags }: ReporterOptions, env: Variables): readonly string[] {
  return tags?.map(String).filter((tag) => tag.trim() !== "") ?? splitLabels(env["PLUMB_TAGS"]);
}

function factTexts({ facts }: ReporterOptions, env: Variables): readonly string[] {
  const input = Array.isArray(facts)
    ? facts.map(String)
    : Object.entries(facts ?? {}).map(([key, value]) => `${key}=${value}`);
  return withoutEmptyFacts(facts === undefined ? splitLabels(env["PLUMB_FACTS"]) : input);
}

function labelWarnings(options: ReporterOptions, env: Variables): string[] {
  const parsed = [parseTags(tagTexts(options, env)), parseFacts(factTexts(options, env))];
  return parsed.flatMap((labels) => (typeof labels === "string" ? [`${labels}. It is changed or left out.`] : []));
}

/** Returns the attempt of a CI job as a number, or an empty object if the text is not a number. */
export function jobAttemptField(setting: string | undefined): Pick<OpenRun, "jobAttempt"> {
  const jobAttempt = Number(setting);
  return Number.isSafeInteger(jobAttempt) && jobAttempt > 0 ? { jobAttempt } : {};
}

/** `PLUMB_PARTIAL` overrides what the reporter detects. */
function partialSetting(value: string | undefined): Pick<OpenRun, "partial"> {
  const partial = booleanSetting(value);
  if (partial === true) return { partial: { reason: "Marked as partial by its sender" } };
  return partial === false ? { partial } : {};
}

/** Parses a variable that is on or off. Returns undefined for other texts. */
export function booleanSetting(value: string | undefined): boolean | undefined {
  const setting = (value ?? "").trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(setting)) return true;
  return ["0", "false", "no", "off"].includes(setting) ? false : undefined;
}

/** Returns an empty object if the text is empty. */
export function textField<Name extends string>(
  name: Name,
  value: string | undefined,
  max: number,
): { [Key in Name]?: string } {
  const short = (value ?? "").trim().slice(0, max);
  return short === "" ? {} : ({ [name]: short } as { [Key in Name]?: string });
}

function address(value: string | undefined): string | undefined {
  return value !== undefined && URL.canParse(value.trim()) ? value : undefined;
}
