import { sql } from "kysely";
import { commitsByHash, type StoredCommit } from "./commit-range.ts";
import type { Db } from "#store/db.ts";

const maxRuns = 100;

/** Returns the stored commits that runs of a branch tested in a period, latest first. The start of the period is exclusive. */
export async function commitsOfRuns(
  db: Db,
  projectId: number,
  { branch, after, until }: { readonly branch: string | null; readonly after: Date; readonly until: Date },
): Promise<StoredCommit[]> {
  const { rows } = await sql<{ hash: string }>`
    select lower(n.commit_sha) as hash
      from (select commit_sha, branch, started_at from run
             where project_id = ${projectId} and removed_at is null and started_at > ${after} and started_at <= ${until}
             order by started_at desc limit ${maxRuns}) n
     where n.commit_sha is not null and coalesce(n.branch, '') = ${branch ?? ""}
     order by n.started_at desc
  `.execute(db);
  return commitsByHash(db, projectId, [...new Set(rows.map(({ hash }) => hash))]);
}
