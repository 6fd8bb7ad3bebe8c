import { sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** A position in the list of a run. */
export interface ListPosition {
  readonly rank: number;
  readonly seq: number;
}

/** A run of a batch. */
export interface BatchRun {
  readonly runId: number;
  /** All tests up to this position are counted. */
  readonly until: ListPosition;
}

/**
 * Large runs that are counted together. Each part counts some tests in all runs of the batch; `test_activity.batch` marks these tests. A run leaves
 * the batch when all its tests are counted, or when it resumes.
 */
export interface Batch {
  readonly projectId: number;
  readonly id: number;
  /** At least one, ordered by id. */
  readonly runs: readonly BatchRun[];
}

/** Maximum number of list entries that one search reads. */
const entriesAtOnce = 5000;

export const beforeAll: ListPosition = { rank: -1, seq: 0 };

/** Returns the batch of a project, which has at most one; `null` if there is none. */
export async function batchOf(db: Db, projectId: number): Promise<Batch | null> {
  const { rows } = await sql<ListPosition & { runId: number; batch: number }>`
    select run_id as "runId", batch, last_rank as rank, last_seq as seq from counting_run
     where project_id = ${projectId} order by run_id
  `.execute(db);
  const runs = rows.map(({ runId, rank, seq }) => ({ runId, until: { rank, seq } }));
  return rows[0] === undefined ? null : { projectId, id: rows[0].batch, runs };
}

export async function beginBatch(transaction: Db, projectId: number, batch: number, runIds: readonly number[]) {
  await sql`
    insert into counting_run (project_id, run_id, batch, last_rank, last_seq)
    select ${projectId}, run_id, ${batch}, ${beforeAll.rank}, ${beforeAll.seq} from unnest(${numbers(runIds)}::bigint[]) as given (run_id)
  `.execute(transaction);
}

/** Locks the first run of the batch and returns it; `null` if all runs are locked by other transactions. */
export async function lockFirst(
  transaction: Db,
  { projectId, runs }: Batch,
  held: "passed over" | "waited for",
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from run where project_id = ${projectId} and id = any(${numbers(runs.map(({ runId }) => runId))}::bigint[])
     order by id limit 1 for no key update ${sql.raw(held === "passed over" ? "skip locked" : "")}
  `.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Returns true if a run of the project is partly counted. */
export async function isCountingPart(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from counting_run where project_id = ${projectId} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Returns true if ended runs of the project are not counted yet. */
export async function hasRunsToCount(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from run
     where project_id = ${projectId} and counted_day is null and status <> 'running' and removed_at is null limit 1
  `.execute(db);
  return rows.length > 0;
}

export async function countUntil(
  transaction: Db,
  { projectId }: Batch,
  runId: number,
  { rank, seq }: ListPosition,
): Promise<void> {
  await sql`
    update counting_run set last_rank = ${rank}, last_seq = ${seq} where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
}

export async function leaveBatch(transaction: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await sql`
    delete from counting_run where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[])
  `.execute(transaction);
}

/**
 * Returns up to `limit` tests of a run that the batch has not counted yet, and the position up to which all tests are counted once these are. Returns
 * `null` at the end of the run's list.
 */
export async function nextTests(
  transaction: Db,
  { projectId, id: batch }: Pick<Batch, "id" | "projectId">,
  { runId, until: after }: BatchRun,
  limit: number,
): Promise<{ readonly tests: number[]; readonly until: ListPosition } | null> {
  // One index lookup per test, as in `standingResults`.
  const { rows } = await sql<ListPosition & { tests: number[] }>`
    with entry as materialized (
      select test_id, rank, seq from result
       where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null
         and (rank, seq) > (${after.rank}::smallint, ${after.seq}::integer)
       order by rank, seq limit ${entriesAtOnce}
    ), uncounted as materialized (
      select e.test_id, e.rank, e.seq
        from entry e
        left join lateral (
          select batch from test_activity where project_id = ${opaqueProjectId(projectId)} and test_id = e.test_id offset 0) a on true
       where a.batch is distinct from ${batch}
       order by e.rank, e.seq limit ${limit}
    ), last as (
      select rank, seq from uncounted where (select count(*) from uncounted) = ${limit}
       union all
      select rank, seq from entry where (select count(*) from uncounted) < ${limit}
    )
    select rank, seq, array(select distinct test_id::float8 from uncounted) as tests from last order by rank desc, seq desc limit 1
  `.execute(transaction);
  const [part] = rows;
  return part === undefined ? null : { tests: part.tests, until: { rank: part.rank, seq: part.seq } };
}

/** Returns the tests of these runs that the batch has counted. */
export async function countedTests(
  transaction: Db,
  { projectId, id: batch }: Batch,
  runIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ testId: number }>`
    with known as materialized (
      select distinct test_id from result
       where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[]) and superseded_by is null
    )
    select k.test_id as "testId"
      from known k
     cross join lateral (
       select batch from test_activity where project_id = ${opaqueProjectId(projectId)} and test_id = k.test_id offset 0) a
     where a.batch = ${batch}
  `.execute(transaction);
  return rows.map(({ testId }) => testId);
}
