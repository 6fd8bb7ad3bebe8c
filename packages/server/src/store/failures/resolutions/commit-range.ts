import type { CommitRange } from "@plumb/analysis/resolutions/resolution.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of commits in a range, and of earlier commits that are searched for where a merged branch began. */
const maxCommits = 1000;
const maxAncestors = 5000;
/** Maximum number of changed files. A change of more files is not known completely. */
const maxFiles = 5000;

interface WalkedCommit {
  readonly hash: string;
  readonly isStored: boolean;
  readonly isChild: boolean;
  readonly fromPullRequest: boolean;
  readonly files: readonly string[] | null;
  readonly fileCount: number;
}

/**
 * Returns the commits that are in the history of `to` and not in that of `from`.
 *
 * @param range Full hashes. The range of two equal hashes is empty.
 */
export async function commitRange(
  db: Db,
  projectId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CommitRange> {
  const none = { isUnverified: false, isEveryFileKnown: true, paths: [] };
  if (from === to) return { state: "complete", ...none };
  const commits = await walk(db, projectId, { from, to });
  const isUnverified = commits.some(({ fromPullRequest }) => fromPullRequest);
  if (commits.length > maxCommits || commits.some(({ isStored }) => !isStored))
    return { state: "unknown", ...none, isUnverified };
  if (!commits.some(({ isChild }) => isChild)) return { state: "rewritten", ...none, isUnverified };
  const paths = [...new Set(commits.flatMap(({ files }) => files ?? []))];
  return {
    state: "complete",
    isUnverified,
    isEveryFileKnown:
      paths.length <= maxFiles && commits.every(({ files, fileCount }) => files !== null && files.length >= fileCount),
    paths: paths.slice(0, maxFiles),
  };
}

/** Follows the parents of `to`, without the history of `from`. A commit that is not stored ends its line. */
async function walk(
  db: Db,
  projectId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<WalkedCommit[]> {
  const ofProject = sql`c.project_id = ${opaqueProjectId(projectId)}`;
  const { rows } = await sql<WalkedCommit>`
    with recursive ancestor (hash) as (
      select ${from}::text
       union
      select p.hash from ancestor a join git_commit c on ${ofProject} and c.hash = a.hash cross join lateral unnest(c.parents) as p (hash)
    ), known as materialized (
      select hash from ancestor limit ${maxAncestors}
    ), walked (hash) as (
      select ${to}::text where ${to}::text not in (select hash from known)
       union
      select p.hash from walked w join git_commit c on ${ofProject} and c.hash = w.hash cross join lateral unnest(c.parents) as p (hash)
       where p.hash not in (select hash from known)
    )
    select w.hash, c.hash is not null as "isStored", coalesce(${from} = any(c.parents), false) as "isChild",
           coalesce(c.from_pull_request, false) as "fromPullRequest", c.files, coalesce(c.file_count, 0) as "fileCount"
      from (select hash from walked limit ${maxCommits + 1}) w
      left join git_commit c on ${ofProject} and c.hash = w.hash
  `.execute(db);
  return rows;
}
