import { z } from "zod";
import { endpoint, Id, success, Timestamp } from "#endpoint.ts";
import { AnnotationStatus } from "#items/annotations.ts";

const Count = z.number().int().min(0);

export const NamedCommit = z.object({
  hash: z.string(),
  subject: z.string(),
  author: z.string(),
  committedAt: Timestamp,
  /** Page of the commit; `null` if the address of the repository is unknown. */
  url: z.string().nullable(),
  /** Number of changed files; `null` if it is unknown. */
  fileCount: Count.nullable(),
  /** True if only runs of pull requests have sent it, so that its author is not certain. */
  fromPullRequest: z.boolean(),
});
export type NamedCommit = z.infer<typeof NamedCommit>;

const RunOfRange = z.object({ id: Id, number: Count, commit: z.string(), at: Timestamp });

/** Commits between two runs, as far as the server knows them. */
export const CommitRange = z.object({
  branch: z.string().nullable(),
  environment: z.string(),
  after: RunOfRange,
  until: RunOfRange,
  /** Number of known commits, and of those whose changed files are known. */
  known: Count,
  withFiles: Count,
  /** False if there are, or may be, further commits. */
  complete: z.boolean(),
  /** True if the history of the branch was rewritten between the runs. */
  diverged: z.boolean(),
});
export type CommitRange = z.infer<typeof CommitRange>;

export const SuspectedCommit = NamedCommit.extend({
  /** Why it may have broken the tests, most important reason first. */
  reasons: z.array(z.string()),
  /** Up to three of its files that the reasons are about. */
  files: z.array(z.string()),
});
export type SuspectedCommit = z.infer<typeof SuspectedCommit>;

/** A time in which tests failed with a cause, and what ended it. */
export const FixedBefore = z.object({
  groupId: Id,
  /** First line of the error. */
  error: z.string(),
  /** True for an earlier time of the same cause, false for a similar cause. */
  same: z.boolean(),
  /** The last run in which one of its tests failed, and the first in which it passed. */
  range: CommitRange,
  /** Up to three of the commits that ended it, those closest to the error first. */
  commits: z.array(SuspectedCommit),
  /** Analysis items about the cause. */
  items: z.array(z.object({ id: Id, title: z.string(), status: AnnotationStatus })),
});
export type FixedBefore = z.infer<typeof FixedBefore>;

export const Suspects = z.object({
  /** Commits between the last pass and the first failure; `null` if the runs have no known commits. */
  range: CommitRange.nullable(),
  /** Most suspicious first, five at most. */
  suspects: z.array(SuspectedCommit),
  /** Latest first, three at most. */
  fixedBefore: z.array(FixedBefore),
});
export type Suspects = z.infer<typeof Suspects>;

export const readGroupSuspects = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/groups/:groupId/suspects",
  summary: "List the commits that may have started a cause, and those that ended it before",
  allow: "project:read",
  params: z.object({ projectId: Id, groupId: Id }),
  response: success(Suspects),
});

export const readFailureSuspects = endpoint({
  method: "GET",
  path: "/api/analysis/test-cases/:testCaseId/suspects",
  summary: "List the commits that may have broken a test",
  allow: "project:read",
  params: z.object({ testCaseId: Id }),
  response: success(Suspects),
});
