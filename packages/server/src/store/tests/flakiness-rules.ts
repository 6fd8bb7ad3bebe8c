import { defaultFlakinessRule, type FlakinessRule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { mainBranchesOf, setMainBranches } from "#store/sql/main-branches.ts";

/** Returns the rule for flaky tests of a project, with defaults. */
export async function flakinessRuleOf(db: Db, projectId: number): Promise<FlakinessRule> {
  const { rows } = await sql<{ rule: Partial<FlakinessRule> | null }>`
    select flakiness_rule as rule from project where id = ${projectId}
  `.execute(db);
  return { ...defaultFlakinessRule, ...rows[0]?.rule, mainBranches: await mainBranchesOf(db, projectId) };
}

/** @param rule `null` restores the defaults, including the main branches. */
export async function setFlakinessRule(db: Db, projectId: number, rule: FlakinessRule | null): Promise<void> {
  const { mainBranches = null, ...own } = rule ?? {};
  await setMainBranches(db, projectId, mainBranches);
  await sql`
    update project set flakiness_rule = ${rule === null ? null : JSON.stringify(own)}::jsonb where id = ${projectId}
  `.execute(db);
}
