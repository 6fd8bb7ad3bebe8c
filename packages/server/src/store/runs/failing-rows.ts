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
  /** Signature of its error, empty without an error. If it is absent, the database looks it up where it matters. */
  readonly signature?: string;
}

/** Maximum number of earlier failures of a test on the branch to check, oldest first. */
const maxFailures = 500;
/** Maximum number of runs before the base whose results are read until their failures are collected. */
const maxUncollected = 20;

/**
 * Returns whether several results of one name in a run are intended repeats of one test, by framework. In other runs, each is tracked as a separate
 * test.
 */
export function repeatsTests(projectId: number, runId: number | RawBuilder<unknown>): RawBuilder<boolean> {
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
export interface RowSet<Row extends RowOfTest = RowOfTest> {
  add(row: Row): void;
  has(row: Row): boolean;
}

/** @param suffix Rows only match if it is equal, too. */
export function createRowSet<Row extends RowOfTest>(
  repeats: boolean,
  suffix: (row: Row) => string = () => "",
): RowSet<Row> {
  const keys = new Set<string>();
  const keyOf = (row: Row) => `${row.testId} ${repeats ? "" : row.occurrence} ${suffix(row)}`;
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

/**
 * Returns whether failure `r` of a run is news, compared with these earlier runs.
 *
 * - `tests`: its test failed in none of them.
 * - `causes`: its test failed in some of them, but in none for the same cause. Only known after the failures are collected.
 */
export function isNews(
  about: "causes" | "tests",
  projectId: number,
  earlierIds: readonly number[],
  repeats: RawBuilder<boolean>,
): RawBuilder<unknown> {
  // `not in` reads the earlier failures once. The planner could turn `not exists` into a lookup per test.
  const failedEarlier = sql`(${rowOf("r", repeats)}) in (${failedRows(projectId, earlierIds, repeats)})`;
  if (about === "tests") return sql`not ${failedEarlier}`;
  const row = { testId: sql`r.test_id`, occurrence: sql`r.occurrence`, repeats, signature: sql`r.failure_signature` };
  const anyId = sql`any((select ${numbers(earlierIds)}::bigint[])::bigint[])`;
  return sql`(${failedEarlier} and not ${failedIn(projectId, anyId, row)})`;
}

/**
 * Returns whether two errors have the same cause: their signatures are equal or were collected into one group. A missing signature differs from no
 * other, because a failure without an error says nothing about its cause.
 */
export function sameCause(
  projectId: number,
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(${one} is null or ${other} is null or ${one} = ${other} or exists (
    select from failure_signature x
      join failure_signature y on y.project_id = ${opaqueProjectId(projectId)} and y.group_id = x.group_id
     where x.project_id = ${opaqueProjectId(projectId)} and x.signature = ${one} and y.signature = ${other} offset 0))`;
}

interface RowInSql {
  readonly testId: RawBuilder<unknown>;
  readonly occurrence: RawBuilder<unknown>;
  readonly repeats: RawBuilder<boolean>;
  /** Only failures with the cause of this signature match. If it is absent or its value is null, any cause matches. */
  readonly signature?: RawBuilder<unknown>;
}

/** Returns whether one row failed in a run. Uses an index lookup; the offset keeps the planner from a pass over all failures of the project. */
export function failedIn(
  projectId: number,
  runId: RawBuilder<unknown>,
  { testId, occurrence, repeats, signature }: RowInSql,
): RawBuilder<boolean> {
  const hasCause = signature === undefined ? sql`true` : sameCause(projectId, sql`e.failure_signature`, signature);
  return sql`exists (
    select from result e
     where e.project_id = ${opaqueProjectId(projectId)} and e.test_id = ${testId} and e.run_id = ${runId}
       and e.superseded_by is null and e.rank <= 1 and (${repeats} or e.occurrence = ${occurrence}) and ${hasCause} offset 0)`;
}

/**
 * Selects for a row that failed in the head: `in_base` if it failed in the run `baseId` for the same cause, and as `other` its signature if it failed
 * there for other causes only. `row.signature` must be the one of the head.
 */
export function causeInBase(projectId: number, baseId: RawBuilder<unknown>, row: RowInSql): RawBuilder<unknown> {
  const { signature: _signature, ...anyCause } = row;
  return sql`
    select found.in_base, case when not found.in_base and ${failedIn(projectId, baseId, anyCause)} then ${row.signature} end as other
      from (select ${failedIn(projectId, baseId, row)} as in_base offset 0) found`;
}

/** A run `p` before the run `base`, of the same suite, environment and branch. */
const isEarlier = sql`
  p.removed_at is null and p.suite = base.suite and p.environment = base.environment
  and coalesce(p.branch, '') = coalesce(base.branch, '') and (p.started_at, p.id) < (base.started_at, base.id)`;

/** Runs whose failures are compared. `baseId` is `null` for a run without a base. */
interface RunAndBase {
  readonly projectId: number;
  readonly runId: number;
  readonly baseId: number | null;
}

/**
 * Returns whether a row that is not known is back: its test failed for this cause before the run `base`, or the cause returned (`returnedCauses`). Earlier
 * failures of the test for other causes do not count. If a failure has no cause, any earlier failure of the test counts. `base` must be the row of
 * `run` with the id `baseId`, and `row.signature` the one of the run. If failures of the latest runs are not collected yet, reads their results, so that
 * the value does not change a second later.
 */
export function failedBeforeBase(compared: RunAndBase, row: Required<RowInSql>): RawBuilder<boolean> {
  const { projectId, baseId } = compared;
  const { testId, occurrence, repeats, signature } = row;
  // The offset looks up one signature before it is compared. Otherwise, outdated statistics can make the planner compare all of them.
  const hasCause = sql`(${signature} is null or exists (
    select from (
             select signature from failure_signature
              where project_id = ${opaqueProjectId(projectId)} and id = past.signature_id offset 0) s
     where ${sameCause(projectId, sql`s.signature`, signature)}))`;
  return sql`(exists (
    select from (
             select run_id, result_id, signature_id from failure
              where project_id = ${opaqueProjectId(projectId)} and test_id = ${testId} and history_key = base.history_key
                and not gone and not flaky
              order by failed_at limit ${maxFailures}) past
     -- Looks up one run per failure. A join could read all earlier runs of the branch.
     cross join lateral (select * from run where project_id = ${opaqueProjectId(projectId)} and id = past.run_id offset 0) p
     where ${isEarlier} and ${hasCause} and (${repeats} or ${occurrence} = (
             select e.occurrence from result e where e.project_id = ${opaqueProjectId(projectId)} and e.id = past.result_id)))
    or exists (
    select from unnest(${notCollected(projectId, baseId)}) as latest (id) where ${failedIn(projectId, sql`latest.id`, row)})
    or coalesce(${signature} in (${returnedCauses(compared)}), false))`;
}

/**
 * Selects the signatures of a run whose cause failed in whatever test before the base, and in none of the base. Depends on no row, so that it is
 * evaluated once.
 */
function returnedCauses({ projectId, runId, baseId }: RunAndBase): RawBuilder<unknown> {
  const project = opaqueProjectId(projectId);
  const failedResults = sql`e.project_id = ${project} and e.superseded_by is null and e.rank <= 1 and e.failure_signature is not null`;
  const causesOf = (id: number | null) => sql`
    select e.signature, s.group_id
      from (select distinct e.failure_signature as signature from result e where ${failedResults} and e.run_id = ${id}::bigint) e
      left join failure_signature s on s.project_id = ${project} and s.signature = e.signature`;
  return sql`
    with head as materialized (${causesOf(runId)}), in_base as materialized (${causesOf(baseId)})
    select head.signature
      from head
      join run base on base.project_id = ${project} and base.id = ${baseId}::bigint
     where head.signature not in (select signature from in_base)
       and (head.group_id is null or head.group_id not in (select group_id from in_base where group_id is not null))
       and (exists (
             select from failure_signature s
              cross join lateral (
                      select f.run_id from failure f
                       where f.project_id = ${project} and f.signature_id = s.id and f.history_key = base.history_key and not f.gone and not f.flaky
                       order by f.failed_at limit ${maxFailures}) past
              cross join lateral (select * from run where project_id = ${project} and id = past.run_id offset 0) p
              where s.project_id = ${project} and s.group_id = head.group_id and ${isEarlier} offset 0)
        or exists (
             select from result e
              where ${failedResults} and e.run_id = any(${notCollected(projectId, baseId)}) and e.failure_signature = head.signature offset 0))`;
}

/** Returns the ids of the latest runs before the base whose failures are not collected yet. Depends on no row, so that it is evaluated once. */
function notCollected(projectId: number, baseId: number | null): RawBuilder<unknown> {
  return sql`array(
    select latest.id
      from run base
     cross join lateral (
        select p.id, p.gathered_revision is distinct from p.revision as is_left
          from run p
         where p.project_id = ${projectId} and ${isEarlier}
         order by p.started_at desc, p.id desc limit ${maxUncollected}) latest
     where base.project_id = ${projectId} and base.id = ${baseId}::bigint and latest.is_left)`;
}

/** A run and its base. */
export interface ComparedRuns {
  readonly projectId: number;
  readonly runId: number;
  readonly baseId: number;
}

/** Returns the state of each failing row of the run, in order. A row that failed in the base for another cause is new, or back if the cause failed before. */
export async function statesOfRows(
  db: Db,
  { projectId, runId, baseId }: ComparedRuns,
  rows: readonly RowOfTest[],
): Promise<FailureState[]> {
  if (rows.length === 0) return [];
  const row = {
    testId: sql`failed.test_id`,
    occurrence: sql`failed.occurrence`,
    repeats: repeatsTests(projectId, runId),
  };
  const { rows: compared } = await sql<ComparedFailure>`
    select base_cause.in_base as "failedInBase",
           not base_cause.in_base and ${failedBeforeBase({ projectId, runId, baseId }, { ...row, signature: sql`head.signature` })} as "failedBeforeBase"
      from unnest(${numbers(rows.map(({ testId }) => testId))}::bigint[],
                  ${numbers(rows.map(({ occurrence }) => occurrence))}::integer[],
                  ${texts(rows.map(({ signature = null }) => signature))}::text[]) with ordinality as failed (test_id, occurrence, signature, n)
      join run base on base.project_id = ${opaqueProjectId(projectId)} and base.id = ${baseId}
      left join lateral (
             select e.failure_signature as signature from result e
              where e.project_id = ${opaqueProjectId(projectId)} and e.test_id = failed.test_id and e.run_id = ${runId}
                and e.superseded_by is null and e.occurrence = failed.occurrence and failed.signature is null
              limit 1) stored on true
     cross join lateral (select coalesce(nullif(failed.signature, ''), stored.signature) as signature) head
     cross join lateral (${causeInBase(projectId, sql`base.id`, { ...row, signature: sql`head.signature` })} offset 0) base_cause
     order by failed.n
  `.execute(db);
  return compared.map(stateOfFailure);
}
