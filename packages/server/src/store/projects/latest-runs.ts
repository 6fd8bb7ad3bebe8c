import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { everyProject } from "#store/sql/every-project.ts";

/** Returns the projects with runs, those with the latest run first. */
export async function projectsByLatestRun(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id
      from ${everyProject}
     cross join lateral (select started_at from run where project_id = each.project_id order by started_at desc limit 1) latest
     where p.status <> 'deleting'
     order by latest.started_at desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
