import { factGroups } from "@plumb/contract/runs/run-labels.ts";
import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { withoutLabels, withoutValues } from "#store/sql/excluded.ts";
import { everyProject } from "#store/sql/every-project.ts";
import { among, type RunChanges } from "./run-changes.ts";

/** Data of a run that is copied to its failures, because the run may be deleted first. */
export interface RunOfFailures {
  readonly id: number;
  readonly number: number;
  readonly commit: string | null;
  readonly framework: string;
  readonly startedAt: Date;
  readonly signatureVersion: number;
}

/** Ranks of results that failed, errored, or passed on retry. */
const failing = sql.raw("(0, 1, 3)");

/** `running` is true until the run has ended; failed tests may still be retried. */
export interface RunToCollect extends RunOfFailures {
  readonly running: boolean;
  readonly total: number;
  readonly failed: number;
  /** Revision of the results, now and when failures were last collected. */
  readonly revision: number;
  readonly collectedRevision: number | null;
}

export async function runToCollect(db: Db, projectId: number, runId: number): Promise<RunToCollect | null> {
  const { rows } = await sql<RunToCollect>`
    select id, number, commit_sha as commit, framework, started_at as "startedAt", signature_version as "signatureVersion",
           status = 'running' as running, total, failed, revision, gathered_revision as "collectedRevision"
      from run where project_id = ${projectId} and id = ${runId} and removed_at is null
  `.execute(db);
  return rows[0] ?? null;
}

/** An error in a run with one of its results. */
export interface ErrorOfRun {
  readonly signature: string;
  readonly resultId: number;
  /** True if every test with this error passed on retry. */
  readonly passedOnRetry: boolean;
  /** True if every test with this error is new in this run and the project has older tests. */
  readonly isNewTest: boolean;
  /** One of the tests with this error, and the number of these tests. */
  readonly testId: number;
  readonly tests: number;
  /** Start times of the first and the last of these tests, in Unix milliseconds. */
  readonly from: number;
  readonly until: number;
  /** Outcome of its tests in their latest run on another branch: all passed or all failed; `null` otherwise. */
  readonly elsewhere: "failed" | "passed" | null;
  /** True if one of its tests passed on the same commit in another run of the environment. */
  readonly passedOnCommit: boolean;
}

/** Returns the errors of a run that are new to its project, by signature. */
export async function unknownErrors(db: Db, changes: RunChanges): Promise<ErrorOfRun[]> {
  const { projectId, runId } = changes;
  const { rows } = await sql<ErrorOfRun>`
    with earlier as materialized (
      select exists (select from test t where t.project_id = ${projectId} and t.first_run_id <> ${runId}) as others
    )
    select e.signature, e.result_id as "resultId", e.retried as "passedOnRetry",
           (select bool_and(t.first_run_id = ${runId}) from test t
             where t.project_id = ${opaqueProjectId(projectId)} and t.id = any(e.test_ids))
             and (select others from earlier) as "isNewTest",
           e.test_ids[1] as "testId", e.tests, e.first_at as "from", e.last_at as until, elsewhere.ended as elsewhere,
           exists (${passedOnCommit(projectId, runId)}) as "passedOnCommit"
      from (select failure_signature as signature, min(id) as result_id, bool_and(rank = 3) as retried,
                   (array_agg(test_id))[1:100] as test_ids, count(distinct test_id)::integer as tests,
                   coalesce(extract(epoch from min(started_at)) * 1000, 0)::float8 as first_at,
                   coalesce(extract(epoch from max(started_at)) * 1000, 0)::float8 as last_at
              from result
             where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null and rank in ${failing}
               and failure_signature is not null and ${among(changes, sql`id`)}
             group by failure_signature offset 0) e
      left join lateral (${endedElsewhere(projectId, runId)}) elsewhere on true
     where not exists (select from failure_signature s where s.project_id = ${opaqueProjectId(projectId)} and s.signature = e.signature)
     order by e.result_id
  `.execute(db);
  return rows;
}

/** Maximum number of tests per error to look up on other branches, and of runs per test. */
const [requestedTests, requestedRuns] = [3, 20];

function endedElsewhere(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`
    select case when bool_and(o.rank = 5) then 'passed' when bool_and(o.rank <= 1) then 'failed' end as ended
      from unnest(e.test_ids[1:${sql.lit(requestedTests)}]) as asked (test_id)
     cross join lateral (
             select r.rank
               from (select run_id, rank from result
                      where project_id = ${opaqueProjectId(projectId)} and test_id = asked.test_id and run_id <> ${runId} and superseded_by is null
                      order by run_id desc limit ${requestedRuns}) r
               join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = r.run_id
               join run here on here.project_id = ${opaqueProjectId(projectId)} and here.id = ${runId}
              where n.branch <> here.branch and n.status <> 'running' and n.removed_at is null
              order by r.run_id desc limit 1) o`;
}

function passedOnCommit(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`
    select
      from run here, unnest(e.test_ids[1:${sql.lit(requestedTests)}]) as asked (test_id)
     cross join lateral (
             select run_id, rank from result
              where project_id = ${opaqueProjectId(projectId)} and test_id = asked.test_id and run_id <> ${runId} and superseded_by is null
              order by run_id desc limit ${requestedRuns}) r
      join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = r.run_id
     where here.project_id = ${opaqueProjectId(projectId)} and here.id = ${runId} and r.rank = 5 and n.commit_sha = here.commit_sha
       and n.environment = here.environment and n.status <> 'running' and n.removed_at is null`;
}

interface Target {
  readonly projectId: number;
  readonly run: RunToCollect;
  readonly revision: number;
  readonly changes: RunChanges;
}

/**
 * Synchronizes a run's failures with its results: inserts new failures, and marks a failure as gone if its result was superseded or no longer fails.
 * Causes are updated by the difference, so repeated calls change nothing.
 */
export async function writeFailures(transaction: Db, target: Target): Promise<void> {
  const { projectId, run, revision, changes } = target;
  const before = await countedFailures(transaction, changes);
  if (before.size > 0) {
    await sql`
      update failure f set gone = true, revision = ${revision}
       where f.project_id = ${projectId} and f.run_id = ${run.id} and not f.gone and ${among(changes, sql`f.result_id`)}
         and not exists (select from result r where r.project_id = ${opaqueProjectId(projectId)} and r.id = f.result_id
                            and r.superseded_by is null and r.rank in ${failing})
    `.execute(transaction);
  }
  await sql`
    insert into failure as f (project_id, run_id, history_key, result_id, test_id, signature_id, flaky, failed_at, browser, revision)
    -- A distributed database finds the node of the subquery, but not that of the joins in it.
    select * from (
    select ${projectId}::bigint, ${run.id}::bigint, (select history_key from run where project_id = ${projectId} and id = ${run.id}), r.id, r.test_id, s.id,
           r.rank = 3, coalesce(r.started_at, ${run.startedAt}), r.browser, ${revision}::bigint
      from (select * from result
             where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(run.id)} and superseded_by is null and rank in ${failing}
               and ${among(changes, sql`id`)}
             order by rank, seq offset 0) r
      left join lateral (select id from failure_signature
                          where project_id = ${opaqueProjectId(projectId)} and signature = r.failure_signature offset 0) s on true
     where r.rank <> 3 or s.id is not null offset 0) found
    on conflict (project_id, run_id, result_id) do update
       set signature_id = excluded.signature_id, flaky = excluded.flaky, browser = excluded.browser, gone = false,
           revision = excluded.revision
     where f.gone or f.flaky <> excluded.flaky
        or (f.signature_id, f.browser) is distinct from (excluded.signature_id, excluded.browser)
  `.execute(transaction);
  const after = await countedFailures(transaction, changes);
  await countSignatures(transaction, target, differences(before, after));
  await sql`
    update run set gathered_version = ${signatureVersion}, gathered_revision = ${run.revision}
     where project_id = ${projectId} and id = ${run.id}
  `.execute(transaction);
}

type Counts = ReadonlyMap<string, { readonly signatureId: number; readonly day: string; readonly failures: number }>;

async function countedFailures(transaction: Db, changes: RunChanges): Promise<Counts> {
  const { projectId, runId } = changes;
  const { rows } = await sql<{ signatureId: number; day: string; failures: number }>`
    select signature_id as "signatureId", (failed_at at time zone 'UTC')::date::text as day, count(*)::integer as failures
      from failure
     where project_id = ${projectId} and run_id = ${runId} and not gone and not flaky and signature_id is not null
       and ${among(changes, sql`result_id`)}
     group by 1, 2
  `.execute(transaction);
  return new Map(rows.map((row) => [`${row.signatureId} ${row.day}`, row]));
}

function differences(before: Counts, after: Counts) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const { signatureId, day } = (is ?? was) as { signatureId: number; day: string };
    const failures = (is?.failures ?? 0) - (was?.failures ?? 0);
    return failures === 0 ? [] : [{ signatureId, day, failures }];
  });
}

async function countSignatures(
  transaction: Db,
  { projectId, run, revision }: Target,
  changed: ReturnType<typeof differences>,
): Promise<void> {
  if (changed.length === 0) return;
  const columns = sql`unnest(${numbers(changed.map(({ signatureId }) => signatureId))}::bigint[],
                             ${texts(changed.map(({ day }) => day))}::date[],
                             ${numbers(changed.map(({ failures }) => failures))}::integer[]) as c (signature_id, day, failures)`;
  await sql`
    insert into failure_day as d (project_id, signature_id, day, failures)
    select ${projectId}, signature_id, day, failures from ${columns}
    on conflict (project_id, signature_id, day) do update set failures = d.failures + excluded.failures
  `.execute(transaction);
  const snapshot = JSON.stringify({ id: run.id, number: run.number, commit: run.commit });
  await sql`
    update failure_signature s
       set occurrences = s.occurrences + c.failures,
           first_run = case when ${run.startedAt} < s.first_seen then ${snapshot}::jsonb else s.first_run end,
           first_seen = least(s.first_seen, ${run.startedAt}),
           last_run = case when ${run.startedAt} >= s.last_seen then ${snapshot}::jsonb else s.last_run end,
           last_seen = greatest(s.last_seen, ${run.startedAt}), revision = ${revision}
      from (select signature_id, sum(failures)::integer as failures from ${columns} group by signature_id) c
     where s.project_id = ${opaqueProjectId(projectId)} and s.id = c.signature_id
  `.execute(transaction);
}

/** After this many full runs without a cause, it counts as back when it occurs again. */
const absentRuns = 3;

/** Marks a run's causes as back if the preceding runs did not have them but earlier ones did. */
export async function markRegressions(transaction: Db, { projectId, run, revision, changes }: Target): Promise<void> {
  const groupsOf = (runs: readonly number[], which: RawBuilder<unknown>) => sql`
    select distinct s.group_id
      from failure f join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
     where f.project_id = ${opaqueProjectId(projectId)} and f.run_id = any(${numbers(runs)}::bigint[]) and not f.gone and not f.flaky and ${which}`;
  const { rows: before } = await sql<{ id: number }>`
    select p.id from run r
     cross join lateral (
           select p.id from run p
            where p.project_id = ${opaqueProjectId(projectId)} and p.suite = r.suite and p.environment = r.environment
              and coalesce(p.branch, '') = coalesce(r.branch, '')
              and p.status <> 'running' and p.partial is null and p.removed_at is null and (p.started_at, p.id) < (r.started_at, r.id)
            order by p.started_at desc, p.id desc limit ${absentRuns}) p
     where r.project_id = ${projectId} and r.id = ${run.id}
  `.execute(transaction);
  if (before.length === 0) return;
  await sql`
    update failure_group g set regressed_run_id = ${run.id}, revision = ${revision}
     where g.project_id = ${opaqueProjectId(projectId)} and g.regressed_run_id is distinct from ${run.id}
       and g.id in (${groupsOf([run.id], among(changes, sql`f.result_id`))})
       and g.id not in (${groupsOf(
         before.map(({ id }) => id),
         sql`true`,
       )})
       and exists (select from failure_signature s where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = g.id
                      and s.first_seen < ${run.startedAt})
  `.execute(transaction);
}

/** True for ended runs whose failures are not collected yet, or only with an earlier signature version. */
const isUncollected = sql`
  failed + errored + flaky > 0 and removed_at is null and status <> 'running' and coalesce(gathered_version, 0) < ${signatureVersion}`;

/** Returns the newest of these runs before the run `before`. */
export async function uncollectedRuns(
  db: Db,
  projectId: number,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<number[]> {
  const earlier = before === null ? sql`` : sql`and id < ${before}`;
  const { rows } = await sql<{ id: number }>`
    select id from run where project_id = ${projectId} and ${isUncollected} ${earlier} order by id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Filter for runs. A run must match one value from each list that is set. */
export interface UncollectedFilter {
  readonly runIds?: readonly number[] | undefined;
  readonly suite?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  readonly branch?: readonly string[] | undefined;
  readonly framework?: readonly string[] | undefined;
  /** A run must have one of these values for each key. */
  readonly fact?: readonly string[] | undefined;
  /** Excluded values by filter. */
  readonly not?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
}

export async function countUncollected(db: Db, projectId: number, filter: UncollectedFilter = {}): Promise<number> {
  const { runIds, fact = [], not = {} } = filter;
  const conditions = [
    sql`project_id = ${projectId} and ${isUncollected}`,
    ...(runIds === undefined ? [] : [sql`id = any(${numbers(runIds)}::bigint[])`]),
    ...(["suite", "environment", "branch", "framework"] as const).flatMap((name) => {
      const values = filter[name] ?? [];
      return [
        ...(values.length === 0 ? [] : [sql`${sql.ref(name)} = any(${texts(values)}::text[])`]),
        ...withoutValues(sql.ref(name), not[name]),
      ];
    }),
    ...withoutLabels(sql.ref("facts"), factGroups(not["fact"] ?? []).flat()),
    ...factGroups(fact).map((values) => sql`facts && ${texts(values)}::text[]`),
  ];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from run where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the projects that have such runs. */
export async function uncollectedProjects(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from ${everyProject}
     where p.status <> 'deleting' and exists (select from run where project_id = each.project_id and ${isUncollected})
     order by p.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Updates the signatures of results to the current version and marks their run. */
export async function signAgain(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  signed: readonly { readonly resultId: number; readonly signature: string | null }[],
): Promise<void> {
  await sql`
    update result r set failure_signature = c.signature
      from unnest(${numbers(signed.map(({ resultId }) => resultId))}::bigint[],
                  ${texts(signed.map(({ signature }) => signature))}::text[]) as c (id, signature)
     where r.project_id = ${opaqueProjectId(projectId)} and r.id = c.id and r.failure_signature is distinct from c.signature
  `.execute(transaction);
  await sql`
    update run set signature_version = ${signatureVersion}, revision = revision + 1
     where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
}
