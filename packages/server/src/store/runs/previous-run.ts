import type { BaseRun } from "@plumb/contract/runs/compare.ts";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** The run before another one. */
export interface PreviousRun extends BaseRun {
  readonly status: Extract<RunStatus, "completed" | "failed">;
  /** False where the branch has none: this one is of another branch. */
  readonly sameBranch: boolean;
}

/**
 * The run before a run, for everybody who asks: the latest earlier one of its suite, environment and branch that completed
 * or failed. The first run of a branch has the latest of any branch before it, and `sameBranch` says so. Null if there is
 * none. Interrupted and partial runs are passed over: what they lack is no news.
 */
export async function previousRun(db: Db, projectId: number, runId: number): Promise<PreviousRun | null> {
  // Each is the first entry of an index range, and the second is read only if the first is empty.
  const latest = (branch: ReturnType<typeof sql>, sameBranch: boolean) => sql`(
      select p.id, p.number, p.started_at, p.branch, p.status, ${sameBranch}::boolean as same_branch
        from run p
       where p.project_id = ${projectId} and p.suite = r.suite and p.environment = r.environment and ${branch}
         and p.removed_at is null and p.status in ('completed', 'failed') and p.partial is null and (p.started_at, p.id) < (r.started_at, r.id)
       order by p.started_at desc, p.id desc
       limit 1)`;
  const { rows } = await sql<Omit<PreviousRun, "startTime"> & { startedAt: Date }>`
    select before.id, before.number, before.started_at as "startedAt", before.branch, before.status,
           before.same_branch as "sameBranch"
      from run r
     cross join lateral (
             ${latest(sql`coalesce(p.branch, '') = coalesce(r.branch, '')`, true)}
             union all
             ${latest(sql`true`, false)}
             limit 1) before
     where r.project_id = ${projectId} and r.id = ${runId}
  `.execute(db);
  return rows.map(({ startedAt, ...run }) => ({ ...run, startTime: startedAt.toISOString() }))[0] ?? null;
}
