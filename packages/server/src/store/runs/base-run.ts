import type { BaseRun } from "@plumb/contract/runs/compare.ts";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { type RawBuilder, sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { mainBranchesOf } from "#store/projects/main-branches.ts";

/** A run that serves as the base of a comparison. */
export interface ComparedRun extends BaseRun {
  readonly status: Extract<RunStatus, "completed" | "failed">;
}

/** The base of a run, and where it was searched. */
export interface Base {
  /** `null` if there is none. Every failure is then new. */
  readonly run: ComparedRun | null;
  /** Branches that were searched, in order; empty for runs without a branch. */
  readonly branches: readonly string[];
}

/**
 * Finds the base of a run: the latest earlier full run of its suite and environment, on the target branch for a pull request, on a main branch for
 * other branches, and the previous run for a main branch. Failures that a branch introduces therefore stay new until it is fixed or merged. Without a
 * run on the target branch, main branches are used.
 */
export async function baseOf(db: Db, projectId: number, runId: number): Promise<Base> {
  const mainBranches = await mainBranchesOf(db, projectId);
  const { rows } = await sql<{ branch: string; target: string | null }>`
    select coalesce(branch, '') as branch, target_branch as target from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  const [{ branch, target } = { branch: "", target: null }] = rows;
  // A report without a branch counts as a run of a main branch.
  const isMain = branch === "" || mainBranches.includes(branch);
  const places = isMain ? [branch] : [...mainBranches, ""];
  const first = target === null || target === branch ? [] : [target];
  const run =
    (first.length > 0 ? await latestOn(db, { projectId, runId }, first) : null) ??
    (await latestOn(db, { projectId, runId }, places));
  return { run, branches: [...new Set([...first, ...places])].filter((name) => name !== "") };
}

/** Returns only the run of `baseOf`. */
export async function baseRun(db: Db, projectId: number, runId: number): Promise<ComparedRun | null> {
  return (await baseOf(db, projectId, runId)).run;
}

/** Returns the previous run of the same suite, environment and branch; `null` if there is none. */
export async function previousOnBranch(db: Db, projectId: number, runId: number): Promise<ComparedRun | null> {
  return latestOn(db, { projectId, runId }, null);
}

/**
 * Returns the latest earlier run on any of these branches. Skips interrupted and partial runs, because their missing tests are not a change.
 *
 * @param branches `null` for the branch of the run.
 */
async function latestOn(
  db: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  branches: readonly string[] | null,
): Promise<ComparedRun | null> {
  const names: RawBuilder<unknown> =
    branches === null ? sql`array[coalesce(r.branch, '')]` : sql`${texts(branches)}::text[]`;
  // For each branch, this reads only the first entry of an index range.
  const { rows } = await sql<Omit<ComparedRun, "startTime"> & { startedAt: Date }>`
    select before.id, before.number, before.started_at as "startedAt", before.branch, before.status
      from run r
     cross join lateral unnest(${names}) as place (branch)
     cross join lateral (
             select p.id, p.number, p.started_at, p.branch, p.status from run p
              where p.project_id = ${projectId} and p.suite = r.suite and p.environment = r.environment
                and coalesce(p.branch, '') = place.branch and p.removed_at is null and p.status in ('completed', 'failed')
                and p.interruption is null and p.partial is null and (p.started_at, p.id) < (r.started_at, r.id)
              order by p.started_at desc, p.id desc
              limit 1) before
     where r.project_id = ${projectId} and r.id = ${runId}
     order by before.started_at desc, before.id desc limit 1
  `.execute(db);
  return rows.map(({ startedAt, ...run }) => ({ ...run, startTime: startedAt.toISOString() }))[0] ?? null;
}
