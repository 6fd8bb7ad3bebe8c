import { z } from "zod";
import { bodyBytes, endpoint, Id, success, Timestamp, WebAddress } from "#endpoint.ts";
import { withoutCredentials } from "#text/web-address.ts";
import { commitLimits } from "./commit-limits.ts";
import { UploadQuery } from "./ingest.ts";

/** Full hash of a commit: SHA-1 or SHA-256. */
export const CommitHash = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** A commit with the names of the files that it changed. E-mail addresses and contents are never sent. */
export const SentCommit = z.object({
  hash: CommitHash,
  /** The first parent is the branch that the commit was made on. Empty for the first commit of a repository. */
  parents: z.array(CommitHash).max(commitLimits.parents),
  /** Name of the author. */
  author: z.string().max(commitLimits.author),
  authoredAt: Timestamp,
  committedAt: Timestamp,
  /** First line of the message. */
  subject: z.string().max(commitLimits.subject),
  /**
   * Paths from the root of the repository, both names of a renamed file. A merge only lists files that differ from all of its parents. `null` if the
   * sender does not know them, because its clone is shallow.
   */
  files: z.array(z.string().min(1).max(commitLimits.path)).max(commitLimits.files).nullable(),
  /** Number of changed files, including those that are not listed. */
  fileCount: z.number().int().min(0).max(10_000_000),
});
export type SentCommit = z.infer<typeof SentCommit>;

export const SendCommits = z.object({
  /** The newest commits of the tested branch that the sender knows, newest first. */
  hashes: z.array(CommitHash).max(commitLimits.hashes).optional(),
  commits: z.array(SentCommit).max(commitLimits.commits).optional(),
  /** Set for a run of a pull request. Its commits never replace those that other runs have sent. */
  pullRequest: UploadQuery.shape.pullRequest,
  /** Address of the repository. A user name and a password are removed, because everyone in the project sees the address. */
  repository: WebAddress.max(commitLimits.repository).transform(withoutCredentials).optional(),
});
export type SendCommits = z.infer<typeof SendCommits>;

/**
 * Stores `commits`, and returns which of `hashes` the server does not know in full. A sender first asks with `hashes` alone, and then sends the
 * missing commits. Repeating a request changes nothing.
 */
export const sendCommits = endpoint({
  method: "POST",
  path: "/api/ingest/commits",
  summary: "Send commits with the names of their changed files",
  allow: "ingest",
  query: z.object({
    /** Required for signed-in users. API keys belong to a project. */
    projectId: Id.optional(),
  }),
  body: SendCommits,
  bodyBytes: bodyBytes.commits,
  response: success(
    z.object({
      /** In the order of `hashes`. Empty if the project accepts no more commits at present. */
      missing: z.array(z.string()),
    }),
  ),
});
