import { sql } from "kysely";
import type { Db } from "#store/db.ts";

interface CommitAges {
  /** Commits that were stored earlier are deleted, and the oldest ones above `max` per project. */
  readonly before: Date;
  readonly max: number;
  /** The same limits for commits that only runs of pull requests have sent. */
  readonly pullRequestsBefore: Date;
  readonly maxFromPullRequests: number;
}

/** Deletes commits that exceed the limits for age or number. */
export async function deleteOldCommits(db: Db, ages: CommitAges): Promise<void> {
  await deleteExceeding(db, false, ages.before, ages.max);
  await deleteExceeding(db, true, ages.pullRequestsBefore, ages.maxFromPullRequests);
}

async function deleteExceeding(db: Db, fromPullRequest: boolean, before: Date, max: number): Promise<void> {
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from git_commit where from_pull_request = ${fromPullRequest}
     group by project_id having count(*) > ${max} or min(stored_at) < ${before}
  `.execute(db);
  for (const { projectId } of rows) {
    await sql`
      delete from git_commit
       where project_id = ${projectId} and from_pull_request = ${fromPullRequest}
         and (stored_at < ${before} or id <= (
           select id from git_commit where project_id = ${projectId} and from_pull_request = ${fromPullRequest}
            order by id desc offset ${max} limit 1))
    `.execute(db);
  }
}
