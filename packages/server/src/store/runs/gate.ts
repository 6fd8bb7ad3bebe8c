import { stateOfFailure } from "@plumb/analysis/failures/failing-state.ts";
import type { GateFailure, GateReport } from "@plumb/contract/runs/gate.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { baseOf } from "./base-run.ts";
import { hasCommit } from "./commit-condition.ts";
import { failedBefore, failedTests } from "./failed-tests.ts";

export interface GateWish {
  readonly reportId?: number | undefined;
  readonly number?: number | undefined;
  readonly build?: string | undefined;
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
  readonly suite?: string | undefined;
  readonly environment?: string | undefined;
}

export type GateRun = Omit<GateReport, "url" | "failures" | "tests" | "comparedWith" | "suiteChanges" | "baseBranches">;
type Excused = GateReport["failures"][number];

interface GateTest extends Omit<GateFailure, "name" | "url"> {
  readonly resultId: number;
  readonly titlePath: readonly string[];
}

/** Maximum number of reports. Failed reports come first, so that large builds still include them. */
const maxRuns = 200;

/** True if run `r` ended incomplete, which its status does not show if a test failed. */
export const isIncomplete = (projectId: number) => sql`(r.status <> 'running' and (
  r.status = 'interrupted' or r.interruption is not null
  or exists (select 1 from upload u
              where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and u.repeated_by is null and (u.incomplete or u.status = 'receiving'))
  or (select count(distinct u.shard) from upload u where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id)
     between 1 and r.shard_total - 1))`;

/** True if tests that run `r` does not have are missing from its suite, and not only from the report. */
export const hasCompleteSuite = (projectId: number) =>
  sql`(r.status <> 'running' and r.partial is null and not ${isIncomplete(projectId)})`;

/** True if upload `u` of run `r` failed outside the listed tests. */
export const failedOutsideTests = sql`(u.run_error or u.declared_failures > r.failed + r.errored)`;

/** True if an error occurred outside the tests of run `r`. */
export const hasRunError = (projectId: number) => sql`exists (
  select 1 from upload u
   where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and ${failedOutsideTests} and u.repeated_by is null)`;

/** Returns the requested report, or the reports of a build or a commit in the order of their ids, and their total number. */
export async function gateRuns(
  db: Db,
  projectId: number,
  wish: GateWish,
): Promise<{ readonly runs: readonly GateRun[]; readonly count: number }> {
  const { suite, environment } = wish;
  const { rows } = await sql<GateRun & { readonly ofAll: number }>`
    select (count(*) over ())::integer as "ofAll", r.id as "reportId", r.number, r.suite, r.environment, r.branch, r.status, r.total, r.passed, r.failed, r.errored,
           r.skipped, r.flaky,
           ${hasRunError(projectId)} as "runError",
           ${isIncomplete(projectId)} as incomplete, r.interruption, r.partial,
           r.gathered_revision is not distinct from r.revision as collected
      from run r
     where r.project_id = ${projectId} and r.removed_at is null
       and ${selected(projectId, wish)}
       and ${suite === undefined ? sql`true` : sql`r.suite = ${suite}`}
       and ${environment === undefined ? sql`true` : sql`r.environment = ${environment}`}
     order by r.status = 'completed', r.id desc
     limit ${maxRuns}
  `.execute(db);
  const count = rows[0]?.ofAll ?? 0;
  const runs = rows.map(({ ofAll: _ofAll, ...run }) => run).toSorted((a, b) => a.reportId - b.reportId);
  return { runs, count };
}

function selected(projectId: number, wish: GateWish): RawBuilder<unknown> {
  const { reportId, number, build, commit, branch, pullRequest } = wish;
  if (commit !== undefined) {
    const isOther = pullRequest === undefined ? sql`false` : sql`c.pull_request is distinct from ${pullRequest}`;
    const isOfCommit = sql`${hasCommit(sql`c.commit_sha`, commit)} and not (c.pull_request is not null and ${isOther})`;
    return sql`r.id in (${latestOf(projectId, isOfCommit)})`;
  }
  if (branch !== undefined) return sql`r.id in (${latestOf(projectId, sql`c.branch = ${branch}`)})`;
  if (build === undefined && number === undefined && reportId === undefined)
    return sql`r.id in (${latestOf(projectId, sql`c.pull_request = ${pullRequest}`)})`;
  if (build !== undefined) return sql`r.build = ${build}`;
  return number === undefined ? sql`r.id = ${reportId}` : sql`r.number = ${number}`;
}

/**
 * Selects the reports that count among runs `c`: the latest full one of each suite and environment, and partial ones after it, which ran only some of
 * the tests and therefore replace nothing. Without a full one, all partial ones.
 */
function latestOf(projectId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select found.id
      from (select c.id, c.partial, c.started_at, c.suite, c.environment,
                   row_number() over (partition by c.suite, c.environment order by c.partial is not null, c.started_at desc, c.id desc) as position,
                   max(c.started_at) filter (where c.partial is null) over (partition by c.suite, c.environment) as full_at
              from run c
             where c.project_id = ${opaqueProjectId(projectId)} and c.removed_at is null and ${condition}) found
     where (found.position = 1 and found.partial is null)
        or (found.partial is not null and found.started_at > coalesce(found.full_at, '-infinity'))`;
}

export interface GateFailures {
  readonly failures: readonly Excused[];
  /** The requested page of failed tests; new failures come first. */
  readonly tests: readonly GateTest[];
  readonly comparedWith: { readonly id: number; readonly number: number; readonly branch: string | null } | null;
  /** Branches that were searched for the base run. */
  readonly baseBranches: readonly string[];
}

/** Counts the failures of a run by state and by reasons to ignore them, and returns a page of the failed tests. */
export async function gateFailures(
  db: Db,
  projectId: number,
  runId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<GateFailures> {
  const { run: base, branches } = await baseOf(db, projectId, runId);
  const compared = { projectId, runId, baseId: base?.id ?? null };
  const { rows } = await sql<{ failures: readonly Stored<Excused>[]; tests: readonly Stored<GateTest>[] }>`
    with failed as materialized (select f.*, ${failedBefore(compared)} as before from (${failedTests(compared)}) f)
    select (
      select coalesce(json_agg(c order by known, before, "changedCause", flaky, quarantined), '[]')
        from (select known, before, "changedCause", flaky, quarantined, count(*)::integer as count from failed group by 1, 2, 3, 4, 5) c
    ) as failures, (
      select coalesce(json_agg(json_build_object(
               'resultId', f."resultId", 'known', f.known, 'before', f.before, 'changedCause', f."changedCause", 'flaky', f.flaky,
               'quarantined', f.quarantined, 'errorLine', f."errorLine", 'occurrence', f.occurrence, 'file', t.file, 'variant', t.variant,
               'titlePath', t.title_path)
             order by f.known, f.flaky, f.quarantined, f.rank, f.seq, f."resultId"), '[]')
        from (select * from failed order by known, flaky, quarantined, rank, seq, "resultId" limit ${limit} offset ${offset}) f
        join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = f.test_id
    ) as tests
  `.execute(db);
  const { failures, tests } = rows[0] as (typeof rows)[number];
  const withState = <Row extends Stored<object>>({ before: failedBeforeBase, ...row }: Row) => ({
    ...row,
    state: base && stateOfFailure({ failedInBase: row.known, failedBeforeBase }),
  });
  return {
    failures: failures.map(withState),
    tests: tests.map(withState),
    comparedWith: base && { id: base.id, number: base.number, branch: base.branch },
    baseBranches: branches,
  };
}

/** A row as selected, before its state is computed. */
type Stored<Row> = Omit<Row, "state"> & { readonly known: boolean; readonly before: boolean };
