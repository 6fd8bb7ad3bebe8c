import type { UploadSettings } from "./upload-settings.ts";

/**
 * Returns a command that sends the same files as the same build again, from any shell: it contains the values that were detected from the CI system,
 * but not the key.
 */
export function resendCommand({ url, query, batch }: Omit<UploadSettings, "key">, patterns: readonly string[]): string {
  const { ciUrl, commitAuthor, pullRequest, targetBranch, jobAttempt, partial, rerun, host: _host, ...rest } = query;
  const renamed = {
    "commit-author": commitAuthor,
    "pull-request": pullRequest,
    "target-branch": targetBranch,
    "ci-url": ciUrl,
    "job-attempt": jobAttempt,
  };
  const options = { url, ...rest, ...renamed, batch: Number.isFinite(batch) ? String(batch) : undefined };
  const args = Object.entries(options).flatMap(([name, value]) => option(name, value));
  if (rerun === true) args.push("--rerun");
  if (partial !== undefined) args.push(partial ? "--partial" : "--whole");
  const separator = patterns.some((pattern) => pattern.startsWith("-")) ? ["--"] : [];
  return ["plumb upload", ...args, ...separator, ...patterns.map(quoted)].join(" ");
}

function option(name: string, value: string | number | readonly string[] | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === "object") return value.flatMap((one) => option(name, one));
  const text = String(value);
  return [text.startsWith("-") ? `--${name}=${quoted(text)}` : `--${name} ${quoted(text)}`];
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
