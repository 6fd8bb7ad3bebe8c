import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Sender and repository of commits. */
export interface CommitSource {
  readonly repository: string | null;
  /** True if a run of a pull request sent them. */
  readonly fromPullRequest: boolean;
  readonly now: Date;
}

/**
 * Stores commits. A stored commit is only replaced by one with more certainty: from a run of a branch instead of a pull request, or with files
 * instead of without.
 */
export async function storeCommits(
  db: Db,
  projectId: number,
  commits: readonly SentCommit[],
  { repository, fromPullRequest, now }: CommitSource,
): Promise<void> {
  // One statement cannot store a row twice, and all senders lock rows in the same order.
  const distinct = [...new Map(commits.map((commit) => [commit.hash, commit])).values()];
  const rows = distinct.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  if (rows.length === 0) return;
  await sql`
    insert into git_commit as c (project_id, hash, parents, author, authored_at, committed_at, subject, files, file_count, repository,
                                 from_pull_request, stored_at)
    select ${projectId}, s.hash, array(select jsonb_array_elements_text(s.parents)), s.author, s."authoredAt", s."committedAt", s.subject,
           case when jsonb_typeof(s.files) = 'array' then array(select jsonb_array_elements_text(s.files)) end, s."fileCount",
           ${repository}, ${fromPullRequest}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as s (hash text, parents jsonb, author text, "authoredAt" timestamptz, "committedAt" timestamptz, subject text, files jsonb,
                 "fileCount" integer)
    on conflict (project_id, hash) do update
       set parents = excluded.parents, author = excluded.author, authored_at = excluded.authored_at, committed_at = excluded.committed_at,
           subject = excluded.subject, files = coalesce(excluded.files, case when c.from_pull_request = excluded.from_pull_request then c.files end),
           file_count = excluded.file_count, repository = coalesce(excluded.repository, c.repository),
           from_pull_request = excluded.from_pull_request, stored_at = excluded.stored_at
     where (c.from_pull_request and not excluded.from_pull_request)
        or (c.from_pull_request = excluded.from_pull_request and c.files is null and excluded.files is not null)
  `.execute(db);
}

/**
 * Returns which of the hashes are unknown, or known without files, in the same order. If a run of a branch asks, commits that only pull requests
 * have sent count as unknown.
 */
export async function missingCommits(
  db: Db,
  projectId: number,
  hashes: readonly string[],
  fromPullRequest: boolean,
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ hash: string }>`
    select h.hash from unnest(${hashes}::text[]) with ordinality as h (hash, n)
     where not exists (
       select 1 from git_commit c
        where c.project_id = ${projectId} and c.hash = h.hash and c.files is not null and (${fromPullRequest} or not c.from_pull_request))
     order by h.n
  `.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Returns the number of commits that were stored since a time: by runs of pull requests, or by all other runs. */
export async function countStoredSince(
  db: Db,
  projectId: number,
  fromPullRequest: boolean,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from git_commit
     where project_id = ${projectId} and from_pull_request = ${fromPullRequest} and stored_at > ${since}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
