import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { recentStates } from "./suite-states.ts";

/** State of each suite's latest finished run on some branches. */
export interface BranchState {
  readonly suites: number;
  readonly redSuites: number;
  readonly passed: number;
  /** Failed and errored tests. */
  readonly failed: number;
}

/** @param branches Exact names. Runs without a branch have the empty name. */
export async function branchState(
  db: Db,
  {
    projectId,
    branches,
    now,
  }: { readonly projectId: number; readonly branches: readonly string[]; readonly now: Date },
): Promise<BranchState> {
  const { rows } = await sql<BranchState>`
    select count(*)::integer as suites, count(*) filter (where latest.red)::integer as "redSuites",
           coalesce(sum(r.passed), 0)::integer as passed, coalesce(sum(r.failed + r.errored), 0)::integer as failed
      from (select s.* from ${recentStates(sql`${projectId}::bigint`, now)} and s.branch = any(${texts(branches)}::text[])) latest
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = latest.run_id
  `.execute(db);
  return rows[0] as BranchState;
}
