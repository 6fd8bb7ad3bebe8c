import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Tables that store a project's rules as one text. */
export type RulesTable = "owner_rules" | "path_class_rules";

export interface StoredRules {
  readonly rules: string;
  /** Incremented with each change; 0 if the project has no rules. */
  readonly version: number;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

export async function rulesOf(db: Db, table: RulesTable, projectId: number): Promise<StoredRules> {
  const { rows } = await sql<StoredRules>`
    select r.rules, r.version, r.changed_at as "changedAt",
           (select coalesce(u.display_name, u.name, u.username) from user_account u where u.id = r.changed_by) as "changedBy"
      from ${sql.table(table)} r where r.project_id = ${projectId}
  `.execute(db);
  return rows[0] ?? { rules: "", version: 0, changedBy: null, changedAt: null };
}

/** Returns false if the rules changed since `version`. */
export async function changeRules(
  transaction: Db,
  table: RulesTable,
  projectId: number,
  options: { readonly rules: string; readonly version: number; readonly userId: number; readonly now: Date },
): Promise<boolean> {
  const { rules, version, userId, now } = options;
  const { rows } = await sql`
    insert into ${sql.table(table)} as r (project_id, rules, version, changed_by, changed_at)
    select ${projectId}, ${rules}, 1, ${userId}, ${now} where ${version}::integer = 0
    on conflict (project_id) do nothing
    returning version
  `.execute(transaction);
  if (rows.length > 0) return true;
  const changed = await sql`
    update ${sql.table(table)} set rules = ${rules}, version = version + 1, changed_by = ${userId}, changed_at = ${now}
     where project_id = ${projectId} and version = ${version}
    returning version
  `.execute(transaction);
  return changed.rows.length > 0;
}
