import { commitRange, type KnownCommits } from "@plumb/analysis/suspects/commit-range.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** A stored commit. */
export interface StoredCommit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly authoredAt: Date;
  readonly committedAt: Date;
  readonly subject: string;
  /** Paths from the root of the repository; `null` if they are unknown. */
  readonly files: readonly string[] | null;
  /** Including files that are not listed. */
  readonly fileCount: number;
  readonly repository: string | null;
  readonly fromPullRequest: boolean;
}

/** Commits between two commits, newest first, as far as they are stored. */
export interface StoredRange {
  readonly commits: readonly StoredCommit[];
  /** False if there are, or may be, more commits. */
  readonly complete: boolean;
  /** True if the history was rewritten in between. */
  readonly diverged: boolean;
}

/** Maximum number of commits per range. */
const maxCommits = 200;
/** Maximum numbers of commits to read backwards from the end and from the start, to limit the time per range. */
const [walkedBack, walkedBeyond] = [400, 1000];

/** Returns the commits that are part of `until` and not of `after`. Both are hashes, or their first characters. */
export async function storedRange(db: Db, projectId: number, after: string, until: string): Promise<StoredRange> {
  const [start, end] = [await fullHash(db, projectId, after), await fullHash(db, projectId, until)];
  const known = await ancestors(db, projectId, end, start, walkedBack);
  const parents = [...known].flatMap(([hash, own]) => (hash === start ? [] : [own]));
  // Without merges, nothing from before the start can be part of the range.
  const isStraight = parents.every((own) => own.length === 1) && parents.some(([own]) => own === start);
  const before = isStraight ? new Map() : await ancestors(db, projectId, start, null, walkedBeyond);
  const { hashes, complete, diverged } = commitRange(new Map([...before, ...known]), {
    after: start,
    until: end,
    max: maxCommits,
  });
  return { commits: await commitsByHash(db, projectId, hashes), complete, diverged };
}

/** Returns stored commits in the order of `hashes`. */
export async function commitsByHash(db: Db, projectId: number, hashes: readonly string[]): Promise<StoredCommit[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<StoredCommit>`
    select c.hash, c.parents, c.author, c.authored_at as "authoredAt", c.committed_at as "committedAt", c.subject, c.files,
           c.file_count as "fileCount", c.repository, c.from_pull_request as "fromPullRequest"
      from unnest(${hashes}::text[]) with ordinality as h (hash, n)
     cross join lateral (select * from git_commit where project_id = ${projectId} and hash = h.hash offset 0) c
     order by h.n
  `.execute(db);
  return rows;
}

/** Completes an abbreviated commit hash from a run. Returns it unchanged if no stored commit, or more than one, begins with it. */
async function fullHash(db: Db, projectId: number, name: string): Promise<string> {
  const hash = name.toLowerCase();
  if (!/^[\da-f]{7,39}$/.test(hash)) return hash;
  const { rows } = await sql<{ hash: string }>`
    select hash from git_commit where project_id = ${projectId} and hash >= ${hash} and hash < ${`${hash}g`} limit 2
  `.execute(db);
  return rows.length === 1 ? (rows[0]?.hash ?? hash) : hash;
}

/** Returns the parents of a commit and of its nearest stored ancestors. Does not go beyond `stop`. */
async function ancestors(
  db: Db,
  projectId: number,
  hash: string,
  stop: string | null,
  limit: number,
): Promise<KnownCommits> {
  // PostgreSQL evaluates the recursive query only up to the limit.
  const { rows } = await sql<{ hash: string; parents: string[] }>`
    with recursive walk (hash) as (
      select ${hash}::text collate "C"
       union
      select p.hash collate "C"
        from walk w
       cross join lateral (select parents from git_commit where project_id = ${projectId} and hash = w.hash offset 0) c
       cross join unnest(c.parents) as p (hash)
       where w.hash is distinct from ${stop}
    )
    select c.hash, c.parents
      from (select hash from walk limit ${limit}) w
     cross join lateral (select hash, parents from git_commit where project_id = ${projectId} and hash = w.hash offset 0) c
  `.execute(db);
  return new Map(rows.map((row) => [row.hash, row.parents]));
}
