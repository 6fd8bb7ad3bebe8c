import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";
import type { UploadOption } from "#upload-options.ts";
import { UsageError } from "#usage-error.ts";

export interface UploadSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly query: UploadQuery;
  /** Most files per request. */
  readonly batch: number;
}

type Options = Partial<Record<UploadOption, string>>;

/**
 * Where to send what: options win over variables, variables over what was detected. How long a text may be is the server's
 * to say.
 *
 * @throws UsageError naming the option at fault.
 */
export function uploadSettings(options: Options, env: Variables, detected: BuildContext): UploadSettings {
  return {
    url: serverUrl(options.url ?? env["PLUMB_URL"]?.trim()),
    key: apiKey(options.key ?? env["PLUMB_API_KEY"]?.trim()),
    query: uploadQuery(options, detected),
    batch: batchSize(options.batch),
  };
}

function serverUrl(text: string | undefined): string {
  if (!text) throw new UsageError("No server: set PLUMB_URL or pass --url, for example --url http://127.0.0.1:4600");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`${text} is no address of a server: it must begin with http:// or https://`);
  }
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/+$/, "");
}

function apiKey(text: string | undefined): string {
  if (!text) throw new UsageError("No API key: set PLUMB_API_KEY. A project's settings page creates one.");
  // A header cannot carry it, and the runtime's complaint would show it.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new UsageError("The API key holds characters that no key has. Was it copied whole?");
  return text;
}

function uploadQuery(options: Options, detected: BuildContext): UploadQuery {
  const given = {
    suite: options.suite,
    environment: options.environment,
    branch: options.branch ?? detected.branch,
    commit: options.commit ?? detected.commit,
    build: options.build ?? detected.build,
    ciUrl: options["ci-url"] ?? detected.ciUrl,
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
