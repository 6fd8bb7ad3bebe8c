import { sql } from "kysely";
import type { Db } from "#store/db.ts";

export interface StoredPathRules {
  readonly rules: string;
  readonly version: number;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

export async function pathRulesOf(db: Db, projectId: number): Promise<StoredPathRules> {
  const { rows } = await sql<StoredPathRules>`
    select r.rules, r.version, r.changed_at as "changedAt",
           (select coalesce(u.display_name, u.name, u.username) from user_account u where u.id = r.changed_by) as "changedBy"
      from path_class_rules r where r.project_id = ${projectId}
  `.execute(db);
  return rows[0] ?? { rules: "", version: 0, changedBy: null, changedAt: null };
}

/** Returns false if the rules changed since `version`. */
export async function changePathRules(
  transaction: Db,
  projectId: number,
  given: { readonly rules: string; readonly version: number; readonly userId: number; readonly now: Date },
): Promise<boolean> {
  const { rules, version, userId, now } = given;
  const { rows } = await sql`
    insert into path_class_rules as r (project_id, rules, version, changed_by, changed_at)
    select ${projectId}, ${rules}, 1, ${userId}, ${now} where ${version}::integer = 0
    on conflict (project_id) do nothing
    returning version
  `.execute(transaction);
  if (rows.length > 0) return true;
  const changed = await sql`
    update path_class_rules set rules = ${rules}, version = version + 1, changed_by = ${userId}, changed_at = ${now}
     where project_id = ${projectId} and version = ${version}
    returning version
  `.execute(transaction);
  return changed.rows.length > 0;
}

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
