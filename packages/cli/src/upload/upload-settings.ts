import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import { parseFacts, parseTags, splitLabels, withoutEmptyFacts } from "@plumb/contract/runs/run-labels.ts";
import { uploadLimits } from "@plumb/contract/runs/upload-limits.ts";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";
import { type Connection, resolveConnection } from "#server/connection.ts";
import { type UploadOption, variableOf } from "./upload-options.ts";
import type { CommandInput } from "#core/command.ts";
import { UsageError } from "#core/usage-error.ts";
import { booleanSetting } from "@plumb/reporter-core/settings.ts";

export interface UploadSettings extends Connection {
  readonly query: UploadQuery;
  /** Maximum number of files per request. */
  readonly batch: number;
}

type UploadOptionValues = Readonly<Partial<Record<UploadOption, string>>>;

/**
 * Returns the settings of an upload. Options take precedence over variables, and variables over detected values. The server checks the length of
 * texts.
 *
 * @throws UsageError naming the invalid option.
 */
export async function uploadSettings(
  { options, lists, flags }: Omit<CommandInput, "args">,
  env: Variables,
  detected: BuildContext,
): Promise<UploadSettings> {
  const partial = partialOf(flags, env);
  const labels = {
    tag: labelsOf(parseTags(lists["tag"] ?? splitLabels(env["PLUMB_TAGS"]))),
    fact: labelsOf(parseFacts(withoutEmptyFacts(lists["fact"] ?? splitLabels(env["PLUMB_FACTS"])))),
  };
  return {
    ...(await resolveConnection(options, env)),
    query: {
      ...uploadQuery(options, env, detected),
      ...labels,
      ...(partial !== undefined && { partial }),
      ...((flags.has("rerun") || booleanSetting(env["PLUMB_RERUN"]) === true) && { rerun: true }),
    },
    batch: parseBatchSize(options.batch),
  };
}

/** Throws for the message of an invalid label. Returns undefined if there are none. */
function labelsOf(labels: string[] | string): string[] | undefined {
  if (typeof labels === "string") throw new UsageError(`${labels}.`);
  return labels.length === 0 ? undefined : labels;
}

function uploadQuery(options: UploadOptionValues, env: Variables, detected: BuildContext): UploadQuery {
  const setting = (name: UploadOption) => options[name] ?? (env[variableOf(name)]?.trim() || undefined);
  const valid = validValues(detected);
  const query = {
    suite: setting("suite"),
    environment: setting("environment"),
    branch: setting("branch") ?? valid.branch,
    commit: setting("commit") ?? valid.commit,
    commitAuthor: setting("commit-author") ?? valid.commitAuthor,
    pullRequest: setting("pull-request") ?? valid.pullRequest,
    targetBranch: setting("target-branch") ?? valid.targetBranch,
    build: setting("build") ?? valid.build,
    ciUrl: setting("ci-url") ?? valid.ciUrl,
    job: setting("job") ?? valid.job,
    jobAttempt: parseAttempt(setting("job-attempt") ?? valid.jobAttempt),
    framework: options.framework,
    format: options.format,
    host: hostname() || undefined,
  };
  if (query.ciUrl !== undefined && !isWebAddress(query.ciUrl))
    throw new UsageError(`--ci-url must be a web address (http:// or https://), not ${query.ciUrl}.`);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function parseAttempt(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const attempt = Number(text);
  if (!Number.isSafeInteger(attempt) || attempt < 1)
    throw new UsageError(`--job-attempt must be a whole number from 1, not ${text}.`);
  return attempt;
}

function partialOf(flags: ReadonlySet<string>, env: Variables): boolean | undefined {
  if (flags.has("partial") && flags.has("whole"))
    throw new UsageError("--partial and --whole cannot be used together.");
  if (flags.has("partial") || flags.has("whole")) return flags.has("partial");
  return booleanSetting(env["PLUMB_PARTIAL"]);
}

/** Drops detected values that the server would reject, so that the report is still accepted. */
function validValues(detected: BuildContext): BuildContext {
  return Object.fromEntries(
    Object.entries<string | undefined>({ ...detected }).filter(([name, value]) => isValid(name, value)),
  );
}

function isValid(name: string, value: string | undefined): boolean {
  const max = uploadLimits[name as keyof typeof uploadLimits] ?? Number.POSITIVE_INFINITY;
  return value !== undefined && value.length <= max && (name !== "ciUrl" || isWebAddress(value));
}

function parseBatchSize(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1)
    throw new UsageError(`--batch must be a number of files (1 or more), not ${text}.`);
  return size;
}

/** Adds a build if there is none, so that all uploads of one command become one run. */
export function withSharedBuild(settings: UploadSettings, command: string): UploadSettings {
  const { build = `${command}-${randomUUID()}` } = settings.query;
  return { ...settings, query: { ...settings.query, build } };
}
