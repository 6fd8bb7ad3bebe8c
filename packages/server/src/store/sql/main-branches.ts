import { defaultMainBranches } from "@plumb/contract/projects/main-branches.ts";
import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Returns the exact names of the branches whose runs should pass. */
export async function mainBranchesOf(db: Db, projectId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ names: string[] | null }>`
    select settings -> 'mainBranches' as names from project where id = ${projectId}
  `.execute(db);
  return rows[0]?.names ?? defaultMainBranches;
}

/** SQL for the main branches of project `p`, with the same defaults as `mainBranchesOf`. */
export const mainBranches = sql`case when jsonb_typeof(p.settings -> 'mainBranches') = 'array'
  then array(select jsonb_array_elements_text(p.settings -> 'mainBranches')) else ${texts(defaultMainBranches)}::text[] end`;

/** @param names `null` restores the defaults. */
export async function setMainBranches(db: Db, projectId: number, names: readonly string[] | null): Promise<void> {
  const changed = names === null ? sql`- 'mainBranches'` : sql`|| ${JSON.stringify({ mainBranches: names })}::jsonb`;
  await sql`update project set settings = settings ${changed} where id = ${projectId}`.execute(db);
}
