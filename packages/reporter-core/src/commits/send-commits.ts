import { createClient } from "@plumb/client/client.ts";
import { commitLimits } from "@plumb/contract/runs/commit-limits.ts";
import { sendCommits, type SentCommit } from "@plumb/contract/runs/commits.ts";
import type { Variables } from "#ci-environment.ts";
import { httpFetch } from "#http-fetch.ts";
import { readCommits } from "./read-commits.ts";
import { readHistory } from "./read-history.ts";

export interface TestedCommit {
  /** Folder in the working copy. */
  readonly cwd: string;
  readonly commit?: string | undefined;
  readonly pullRequest?: string | undefined;
}

/** Time limit for reading and sending everything. */
const maxMs = 10_000;

/** Commits that are being sent in the background. */
export interface CommitUpload {
  /** Waits until everything is sent, up to the time limit, and then stops. Does not reject. */
  readonly finish: (withinMs: number) => Promise<void>;
}

/**
 * Sends the newest commits that the server does not know, without their contents. Only reads the working copy. Errors are ignored, because commits
 * are an addition to the results: the next run sends what is missing.
 */
export function startCommitUpload(
  server: { readonly url: string; readonly key: string },
  tested: TestedCommit,
): CommitUpload {
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(maxMs)]);
  const sent = sendMissing(server, tested, signal).catch(() => undefined);
  return {
    finish: async (withinMs) => {
      const timer = setTimeout(() => stopped.abort(), withinMs);
      await sent;
      clearTimeout(timer);
    },
  };
}

async function sendMissing(
  { url, key }: { readonly url: string; readonly key: string },
  { cwd, commit, pullRequest }: TestedCommit,
  signal: AbortSignal,
): Promise<void> {
  const git = { cwd, signal };
  const { hashes, shallow, repository } = await readHistory(git, commit);
  if (hashes.length === 0 || signal.aborted) return;
  const client = createClient({ baseUrl: url, token: () => key, fetch: httpFetch });
  const source = {
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(repository === null ? {} : { repository }),
  };
  const { data } = await client.call(sendCommits, { body: { ...source, hashes: [...hashes] }, signal });
  for (let waiting = data.missing; waiting.length > 0 && !signal.aborted;) {
    const commits = await readCommits(git, waiting.slice(0, commitLimits.commits), shallow);
    if (commits.length === 0) return;
    for (const sent of inRequests(commits))
      await client.call(sendCommits, { body: { ...source, commits: sent }, signal });
    const read = new Set(commits.map(({ hash }) => hash));
    waiting = waiting.filter((hash) => !read.has(hash));
  }
}

/** Splits commits into requests of limited size. A commit is always smaller than the limit. */
function inRequests(commits: readonly SentCommit[]): SentCommit[][] {
  const requests: SentCommit[][] = [];
  let bytes = Infinity;
  for (const commit of commits) {
    const size = Buffer.byteLength(JSON.stringify(commit));
    if (bytes + size > commitLimits.sentBytes) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(commit);
    bytes += size;
  }
  return requests;
}

/** Returns false if PLUMB_COMMITS switches off the sending of commits. */
export function sendsCommits(env: Variables): boolean {
  return !["0", "false", "no", "off"].includes((env["PLUMB_COMMITS"] ?? "").trim().toLowerCase());
}
