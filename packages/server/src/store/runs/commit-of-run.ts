import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Returns the commit of a run, and its address if the report contains it; `null` if the run has no commit. */
export async function commitOfRun(
  db: Db,
  projectId: number,
  runId: number,
): Promise<{ commit: string; url: string | null } | null> {
  const { rows } = await sql<{ commit: string | null; url: string | null }>`
    select commit_sha as commit, metadata ->> 'commitUrl' as url from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  const [run] = rows;
  return run === undefined || run.commit === null ? null : { commit: run.commit, url: run.url };
}
