import type { BaseRun } from "@plumb/contract/runs/compare.ts";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";

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
  const { rows } = await sql<{ branches: string[] }>`
    select ${targetOf} || ${mainBranchesFor(mainBranches)} as branches from run r where r.project_id = ${projectId} and r.id = ${runId}
  `.execute(db);
  const run = (await basesOn(db, projectId, [runId], mainBranches)).get(runId) ?? null;
  return { run, branches: [...new Set(rows[0]?.branches)].filter((name) => name !== "") };
}

/** Returns the bases of many runs by run id. Omits runs without a base. */
export async function basesOf(
  db: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, ComparedRun>> {
  return basesOn(db, projectId, runIds, await mainBranchesOf(db, projectId));
}

async function basesOn(
  db: Db,
  projectId: number,
  runIds: readonly number[],
  mainBranches: readonly string[],
): Promise<ReadonlyMap<number, ComparedRun>> {
  const onTarget = await latestOn(db, { projectId, runIds }, targetOf);
  const others = runIds.filter((id) => !onTarget.has(id));
  if (others.length === 0) return onTarget;
  return new Map([...onTarget, ...(await latestOn(db, { projectId, runIds: others }, mainBranchesFor(mainBranches)))]);
}

/** The target branch of run `r`, if it differs from its branch. */
const targetOf = sql`array(select r.target_branch where r.target_branch <> coalesce(r.branch, ''))`;

/** Main branches for run `r`. A report without a branch counts as a run of a main branch. */
function mainBranchesFor(mainBranches: readonly string[]): RawBuilder<unknown> {
  const main = sql`${texts(mainBranches)}::text[]`;
  return sql`(case when coalesce(r.branch, '') = any(${texts(["", ...mainBranches])}::text[]) then array[coalesce(r.branch, '')] else ${main} || ''::text end)`;
}

/** Returns only the run of `baseOf`. */
export async function baseRun(db: Db, projectId: number, runId: number): Promise<ComparedRun | null> {
  return (await baseOf(db, projectId, runId)).run;
}

/** Returns the previous run of the same suite, environment and branch; `null` if there is none. */
export async function previousOnBranch(db: Db, projectId: number, runId: number): Promise<ComparedRun | null> {
  return (await previousOnBranches(db, projectId, [runId])).get(runId) ?? null;
}

/** Returns the previous runs of many runs by run id. */
export async function previousOnBranches(
  db: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, ComparedRun>> {
  return latestOn(db, { projectId, runIds }, sql`array[coalesce(r.branch, '')]`);
}

/**
 * The earlier complete runs `p` of the suite and environment of run `r`, latest first. Skips interrupted and partial runs, because their missing
 * tests are not a change.
 */
const earlierRuns = (projectId: number, branch: RawBuilder<unknown>) => sql`
  from run p
 where p.project_id = ${projectId} and p.suite = r.suite and p.environment = r.environment
   and coalesce(p.branch, '') = ${branch} and p.removed_at is null and p.status in ('completed', 'failed')
   and p.interruption is null and p.partial is null and (p.started_at, p.id) < (r.started_at, r.id)
 order by p.started_at desc, p.id desc`;

/** Earlier runs that are searched for a green one. */
const maxEarlierRuns = 1000;

/**
 * Returns, by run id, the latest earlier complete run of the same suite, environment and branch in which tests passed and none failed, not even one in
 * quarantine. Omits runs without one.
 */
export async function lastGreenRuns(
  db: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, BaseRun>> {
  const { rows } = await sql<Omit<BaseRun, "startTime"> & { runId: number; startedAt: Date }>`
    select r.id as "runId", green.id, green.number, green.started_at as "startedAt", green.branch
      from run r
     cross join lateral (
             select before.*
               from (select p.* ${earlierRuns(projectId, sql`coalesce(r.branch, '')`)}
                      limit ${maxEarlierRuns}) before
              where before.failed + before.errored = 0 and before.passed > 0
              order by before.started_at desc, before.id desc
              limit 1) green
     where r.project_id = ${projectId} and r.id = any(${numbers(runIds)}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ runId, startedAt, ...run }) => [runId, { ...run, startTime: startedAt.toISOString() }]));
}

/**
 * Returns, by run id, the latest earlier complete run on any of these branches.
 *
 * @param branches Array of the branches for run `r`.
 */
async function latestOn(
  db: Db,
  { projectId, runIds }: { readonly projectId: number; readonly runIds: readonly number[] },
  branches: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, ComparedRun>> {
  // For each branch, this reads only the first entry of an index range.
  const { rows } = await sql<Omit<ComparedRun, "startTime"> & { runId: number; startedAt: Date }>`
    select distinct on (r.id) r.id as "runId", before.id, before.number, before.started_at as "startedAt", before.branch, before.status
      from run r
     cross join lateral unnest(${branches}) as searched (branch)
     cross join lateral (
             select p.id, p.number, p.started_at, p.branch, p.status ${earlierRuns(projectId, sql`searched.branch`)}
              limit 1) before
     where r.project_id = ${projectId} and r.id = any(${numbers(runIds)}::bigint[])
     order by r.id, before.started_at desc, before.id desc
  `.execute(db);
  return new Map(
    rows.map(({ runId, startedAt, ...run }) => [runId, { ...run, startTime: startedAt.toISOString() }] as const),
  );
}
