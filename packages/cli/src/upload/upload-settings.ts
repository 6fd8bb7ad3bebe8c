import { randomUUID } from "node:crypto";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import { uploadLimits } from "@plumb/contract/runs/upload-limits.ts";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";
import { type Connection, connection } from "#server/connection.ts";
import { type UploadOption, variableOf } from "./upload-options.ts";
import { UsageError } from "#core/usage-error.ts";

export interface UploadSettings extends Connection {
  readonly query: UploadQuery;
  /** Maximum number of files per request. */
  readonly batch: number;
}

export type UploadValues = Readonly<Partial<Record<UploadOption, string>>>;

/**
 * Returns the settings of an upload. Options take precedence over variables, and variables over detected values. The server checks the length of
 * texts.
 *
 * @throws UsageError naming the invalid option.
 */
export async function uploadSettings(
  options: UploadValues,
  env: Variables,
  detected: BuildContext,
  flags: ReadonlySet<string> = new Set(),
): Promise<UploadSettings> {
  const partial = partialOf(flags, env);
  return {
    ...(await connection(options, env)),
    query: { ...uploadQuery(options, env, detected), ...(partial !== undefined && { partial }) },
    batch: batchSize(options.batch),
  };
}

function uploadQuery(options: UploadValues, env: Variables, detected: BuildContext): UploadQuery {
  const said = (name: UploadOption) => options[name] ?? (env[variableOf(name)]?.trim() || undefined);
  const found = fitting(detected);
  const given = {
    suite: said("suite"),
    environment: said("environment"),
    branch: said("branch") ?? found.branch,
    commit: said("commit") ?? found.commit,
    commitAuthor: said("commit-author") ?? found.commitAuthor,
    pullRequest: said("pull-request") ?? found.pullRequest,
    targetBranch: said("target-branch") ?? found.targetBranch,
    build: said("build") ?? found.build,
    ciUrl: said("ci-url") ?? found.ciUrl,
    job: said("job") ?? found.job,
    jobAttempt: attemptOf(said("job-attempt") ?? found.jobAttempt),
    framework: options.framework,
    format: options.format,
  };
  if (given.ciUrl !== undefined && !isWebAddress(given.ciUrl))
    throw new UsageError(`--ci-url is not right: ${given.ciUrl} is no address of a page (http:// or https://).`);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function attemptOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const attempt = Number(text);
  if (!Number.isSafeInteger(attempt) || attempt < 1)
    throw new UsageError(`--job-attempt must be a whole number from 1, not ${text}.`);
  return attempt;
}

function partialOf(flags: ReadonlySet<string>, env: Variables): boolean | undefined {
  if (flags.has("partial") && flags.has("whole")) throw new UsageError("--partial and --whole exclude each other.");
  if (flags.has("partial") || flags.has("whole")) return flags.has("partial");
  const said = (env["PLUMB_PARTIAL"] ?? "").trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(said)) return true;
  return ["0", "false", "no", "off"].includes(said) ? false : undefined;
}

/** Drops detected values that the server would reject, so that the report is still accepted. */
function fitting(detected: BuildContext): BuildContext {
  return Object.fromEntries(
    Object.entries<string | undefined>({ ...detected }).filter(([name, value]) => fits(name, value)),
  );
}

function fits(name: string, value: string | undefined): boolean {
  const max = uploadLimits[name as keyof typeof uploadLimits] ?? Number.POSITIVE_INFINITY;
  return value !== undefined && value.length <= max && (name !== "ciUrl" || isWebAddress(value));
}

function batchSize(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1)
    throw new UsageError(`--batch is a number of files, 1 or more, not ${text}.`);
  return size;
}

/** Adds a build if there is none, so that all uploads of one command become one run. */
export function inOneRun(settings: UploadSettings, command: string): UploadSettings {
  const { build = `${command}-${randomUUID()}` } = settings.query;
  return { ...settings, query: { ...settings.query, build } };
}
