import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";
import { type Connection, connection } from "#connection.ts";
import { type UploadOption, variableOf } from "#upload-options.ts";
import { UsageError } from "#usage-error.ts";

export interface UploadSettings extends Connection {
  readonly query: UploadQuery;
  /** Most files per request. */
  readonly batch: number;
}

export type UploadValues = Readonly<Partial<Record<UploadOption, string>>>;

/**
 * Where to send what: options win over variables, variables over what was detected. How long a text may be is the server's
 * to say.
 *
 * @throws UsageError naming the option at fault.
 */
export async function uploadSettings(
  options: UploadValues,
  env: Variables,
  detected: BuildContext,
): Promise<UploadSettings> {
  return {
    ...(await connection(options, env)),
    query: uploadQuery(options, env, detected),
    batch: batchSize(options.batch),
  };
}

function uploadQuery(options: UploadValues, env: Variables, detected: BuildContext): UploadQuery {
  const said = (name: UploadOption) => options[name] ?? (env[variableOf(name)]?.trim() || undefined);
  const given = {
    suite: said("suite"),
    environment: said("environment"),
    branch: said("branch") ?? detected.branch,
    commit: said("commit") ?? detected.commit,
    commitAuthor: said("commit-author") ?? detected.commitAuthor,
    pullRequest: said("pull-request") ?? detected.pullRequest,
    build: said("build") ?? detected.build,
    ciUrl: said("ci-url") ?? detected.ciUrl,
    framework: options.framework,
    format: options.format,
  };
  if (given.ciUrl !== undefined && !URL.canParse(given.ciUrl))
    throw new UsageError(`--ci-url is not right: ${given.ciUrl} is no address.`);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function batchSize(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1)
    throw new UsageError(`--batch is a number of files, 1 or more, not ${text}.`);
  return size;
}
