import { failingFiles, type FailingFile, pathSegments } from "@plumb/analysis/suspects/file-distance.ts";
import { type FailureContext, rankSuspects } from "@plumb/analysis/suspects/rank-suspects.ts";
import type { CommitRange, SuspectedCommit } from "@plumb/contract/failures/suspects.ts";
import { storedRange, type StoredCommit } from "#store/commits/commit-range.ts";
import { commitsOfRuns } from "#store/commits/commits-of-runs.ts";
import type { Db } from "#store/db.ts";
import { commitAddress } from "./commit-address.ts";

interface RunOfRange {
  readonly runId: number;
  readonly number: number;
  readonly at: Date;
  readonly commit: string;
}

interface RunChange {
  readonly test: { readonly branch: string | null; readonly environment: string };
  readonly after: RunOfRange;
  readonly until: RunOfRange;
}

/** Maximum number of files to compare with the failure's files, to limit the time for large ranges. */
const comparedFiles = 4000;

export interface ChangedRange {
  readonly range: CommitRange;
  readonly commits: readonly StoredCommit[];
}

/**
 * Returns the commits of a change, as far as they are known.
 *
 * @param isOneBranch Whether both runs are of this branch.
 */
export async function rangeOfChange(
  db: Db,
  projectId: number,
  { test, after, until }: RunChange,
  isOneBranch = true,
): Promise<ChangedRange> {
  const { branch, environment } = test;
  const stored = await storedRange(db, projectId, after.commit, until.commit);
  // If parents are missing, the range also includes commits that other runs of the branch tested in between.
  const tested =
    stored.complete || !isOneBranch
      ? []
      : await commitsOfRuns(db, projectId, { branch, after: after.at, until: until.at });
  const commits = [
    ...new Map([...stored.commits, ...tested].map((commit) => [commit.hash, commit] as const)).values(),
  ].filter(({ hash }) => hash !== after.commit);
  return {
    commits,
    range: {
      branch,
      environment,
      after: { id: after.runId, number: after.number, commit: after.commit, at: after.at.toISOString() },
      until: { id: until.runId, number: until.number, commit: until.commit, at: until.at.toISOString() },
      known: commits.length,
      withFiles: commits.filter(({ files }) => files !== null).length,
      complete: stored.complete,
      diverged: stored.diverged,
    },
  };
}

/** Returns the commits of a range, most suspicious first. */
export function suspectsIn(
  { commits, range }: ChangedRange,
  context: Omit<FailureContext, "complete">,
  limit: number,
): SuspectedCommit[] {
  const perCommit = Math.max(20, Math.floor(comparedFiles / Math.max(commits.length, 1)));
  const names = new Set(context.files.map(nameOf));
  const compared = commits.map((commit) => ({ ...commit, files: foremost(commit.files, names, perCommit) }));
  const byHash = new Map(commits.map((commit) => [commit.hash, commit]));
  return rankSuspects(compared, { ...context, complete: range.complete })
    .slice(0, limit)
    .flatMap(({ hash, reasons, files }) => {
      const commit = byHash.get(hash);
      return commit === undefined ? [] : [{ ...presentCommit(commit), reasons: [...reasons], files: [...files] }];
    });
}

export function presentCommit(commit: StoredCommit) {
  return {
    hash: commit.hash,
    subject: commit.subject,
    author: commit.author,
    committedAt: commit.committedAt.toISOString(),
    url: commitAddress(commit.repository, commit.hash),
    fileCount: commit.files === null ? null : commit.fileCount,
    fromPullRequest: commit.fromPullRequest,
  };
}

/** Returns the files in an error, followed by the tests' files that the error does not contain. */
export function filesOfFailure(
  error: { readonly message: string; readonly stack: string | null } | undefined,
  testFiles: readonly (string | null)[],
): FailingFile[] {
  const named = error === undefined ? [] : failingFiles(error);
  const known = new Set(named.map(nameOf));
  const ofTests = [...new Set(testFiles)].flatMap((file) => (file === null ? [] : [{ segments: pathSegments(file) }]));
  return [...named, ...ofTests.filter((file) => file.segments.length > 0 && !known.has(nameOf(file)))];
}

function nameOf({ segments }: FailingFile): string {
  return (segments.at(-1) ?? "").replace(/\.\w+$/, "");
}

/** Returns at most `max` files. Those with the same name as a failing file come first. */
function foremost(files: readonly string[] | null, names: ReadonlySet<string>, max: number): readonly string[] | null {
  if (files === null || files.length <= max) return files;
  const isNamed = (file: string) => names.has((file.split("/").at(-1) ?? "").replace(/\.\w+$/, ""));
  return [...files.filter(isNamed), ...files.filter((file) => !isNamed(file))].slice(0, max);
}
