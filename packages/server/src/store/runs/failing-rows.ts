import { type ComparedFailure, stateOfFailure } from "@plumb/analysis/failures/failing-state.ts";
import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { repeatingFrameworks } from "#store/tests/executions.ts";

/** A result of a test in a run. `occurrence` counts the results of the same name, from 1. */
export interface RowOfTest {
  readonly testId: number;
  readonly occurrence: number;
}

/** Maximum number of earlier failures of a test on the branch to check, oldest first. */
const maxFailures = 500;
/** Maximum number of runs before the base whose results are read until their failures are collected. */
const maxUncollected = 20;

/**
 * Returns whether several results of one name in a run are intended repeats of one test, by framework. In other runs, each is tracked as a separate
 * test.
 */
export function repeatsTests(projectId: number, runId: number): RawBuilder<boolean> {
  return sql`(
    select n.framework = any(${texts(repeatingFrameworks)}::text[]) from run n where n.project_id = ${projectId} and n.id = ${runId})`;
}

/** Evaluates `repeatsTests` for code that compares rows in memory. */
export async function runRepeatsTests(db: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql<{ repeats: boolean | null }>`
    select ${repeatsTests(projectId, runId)} as repeats
  `.execute(db);
  return rows[0]?.repeats ?? false;
}

/** A set of test rows. In runs that repeat their tests, all repeats of a test count as the same row. */
export interface RowSet {
  add(row: RowOfTest): void;
  has(row: RowOfTest): boolean;
}

export function createRowSet(repeats: boolean): RowSet {
  const keys = new Set<number | string>();
  const keyOf = ({ testId, occurrence }: RowOfTest) => (repeats ? testId : `${testId} ${occurrence}`);
  return { add: (row) => void keys.add(keyOf(row)), has: (row) => keys.has(keyOf(row)) };
}

/**
 * Returns the columns of result `of` to compare with those of `failedRows`.
 *
 * @param repeats See `repeatsTests`.
 */
export function rowOf(of: "e" | "r", repeats: RawBuilder<boolean>): RawBuilder<unknown> {
  const result = sql.raw(of);
  return sql`${result}.test_id, case when ${repeats} then 0 else ${result}.occurrence end`;
}

/** Selects the failures of these runs in one pass. */
export function failedRows(
  projectId: number,
  runIds: readonly number[],
  repeats: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    select ${rowOf("e", repeats)} from result e
     where e.project_id = ${opaqueProjectId(projectId)} and e.run_id = any((select ${numbers(runIds)}::bigint[])::bigint[])
       and e.superseded_by is null and e.rank <= 1`;
}

interface RowInSql {
  readonly testId: RawBuilder<unknown>;
  readonly occurrence: RawBuilder<unknown>;
  readonly repeats: RawBuilder<boolean>;
}

/** Returns whether one row failed in a run. Uses an index lookup; the offset keeps the planner from a pass over all failures of the project. */
export function failedIn(
  projectId: number,
  runId: RawBuilder<unknown>,
  { testId, occurrence, repeats }: RowInSql,
): RawBuilder<boolean> {
  return sql`exists (
    select from result e
     where e.project_id = ${opaqueProjectId(projectId)} and e.test_id = ${testId} and e.run_id = ${runId}
       and e.superseded_by is null and e.rank <= 1 and (${repeats} or e.occurrence = ${occurrence}) offset 0)`;
}

/**
 * Returns whether a row failed before the run `base`, in an earlier run of the same suite, environment and branch. `base` must be the row of `run`
 * with the id `baseId`. If failures of the latest runs are not collected yet, reads their results, so that the value does not change a second later.
 */
export function failedBeforeBase(
  { projectId, baseId }: { readonly projectId: number; readonly baseId: number | null },
  row: RowInSql,
): RawBuilder<boolean> {
  const { testId, occurrence, repeats } = row;
  const isEarlier = sql`
    p.removed_at is null and p.suite = base.suite and p.environment = base.environment
    and coalesce(p.branch, '') = coalesce(base.branch, '') and (p.started_at, p.id) < (base.started_at, base.id)`;
  // Depends on no row, so that it is evaluated once.
  const notCollected = sql`array(
    select latest.id
      from run base
     cross join lateral (
        select p.id, p.gathered_revision is distinct from p.revision as is_left
          from run p
         where p.project_id = ${projectId} and ${isEarlier}
         order by p.started_at desc, p.id desc limit ${maxUncollected}) latest
     where base.project_id = ${projectId} and base.id = ${baseId}::bigint and latest.is_left)`;
  return sql`(exists (
    select from (
             select run_id, result_id from failure
              where project_id = ${opaqueProjectId(projectId)} and test_id = ${testId} and history_key = base.history_key
                and not gone and not flaky
              order by failed_at limit ${maxFailures}) past
     -- Looks up one run per failure. A join could read all earlier runs of the branch.
     cross join lateral (select * from run where project_id = ${opaqueProjectId(projectId)} and id = past.run_id offset 0) p
     where ${isEarlier} and (${repeats} or ${occurrence} = (
             select e.occurrence from result e where e.project_id = ${opaqueProjectId(projectId)} and e.id = past.result_id)))
    or exists (
    select from unnest(${notCollected}) as latest (id) where ${failedIn(projectId, sql`latest.id`, row)}))`;
}

/** A run and its base. */
export interface ComparedRuns {
  readonly projectId: number;
  readonly runId: number;
  readonly baseId: number;
}

/** Returns the state of each failing row, in order. */
export async function statesOfRows(
  db: Db,
  { projectId, runId, baseId }: ComparedRuns,
  rows: readonly RowOfTest[],
): Promise<FailureState[]> {
  if (rows.length === 0) return [];
  const row = {
    testId: sql`asked.test_id`,
    occurrence: sql`asked.occurrence`,
    repeats: repeatsTests(projectId, runId),
  };
  const { rows: compared } = await sql<ComparedFailure>`
    select known.failed as "failedInBase", not known.failed and ${failedBeforeBase({ projectId, baseId }, row)} as "failedBeforeBase"
      from unnest(${numbers(rows.map(({ testId }) => testId))}::bigint[],
                  ${numbers(rows.map(({ occurrence }) => occurrence))}::integer[]) with ordinality as asked (test_id, occurrence, n)
      join run base on base.project_id = ${opaqueProjectId(projectId)} and base.id = ${baseId}
     cross join lateral (select ${failedIn(projectId, sql`base.id`, row)} as failed offset 0) known
     order by asked.n
  `.execute(db);
  return compared.map(stateOfFailure);
}
