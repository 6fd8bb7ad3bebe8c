import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Returns the distinct files of the latest stored commits, and how many there are. */
export async function recentFiles(db: Db, projectId: number, limits: { commits: number; files: number }) {
  const { rows } = await sql<{ path: string; total: number }>`
    select path, count(*) over ()::integer as total
      from (select distinct unnest(files) as path
              from (select files from git_commit where project_id = ${projectId} and files is not null order by id desc limit ${limits.commits}) c) p
     order by path limit ${limits.files}
  `.execute(db);
  return { paths: rows.map(({ path }) => path), total: rows[0]?.total ?? 0 };
}
