import { sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** A position in the list of a run. */
export interface ListPlace {
  readonly rank: number;
  readonly seq: number;
}

interface RunRef {
  readonly projectId: number;
  readonly runId: number;
}

/** Results per part. Other clients of the embedded database wait for it, about a quarter of a second. */
const resultsAtOnce = 1000;

export const beforeAll: ListPlace = { rank: -1, seq: 0 };
const behindAll: ListPlace = { rank: 32_767, seq: 0 };

/** Returns the given runs that are partly counted, with the position up to which their tests are counted. */
export async function partlyCounted(
  transaction: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<{ readonly runId: number; readonly until: ListPlace }[]> {
  const { rows } = await sql<ListPlace & { runId: number }>`
    select run_id as "runId", last_rank as rank, last_seq as seq from counting_run
     where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[]) order by run_id
  `.execute(transaction);
  return rows.map(({ runId, ...until }) => ({ runId, until }));
}

/** Returns true if a run of the project is partly counted. */
export async function isCountingPart(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from counting_run c join run n on n.project_id = c.project_id and n.id = c.run_id
     where c.project_id = ${projectId} and n.counted_day is null and n.status <> 'running' and n.removed_at is null limit 1
  `.execute(db);
  return rows.length > 0;
}

export async function countUntil(
  transaction: Db,
  { projectId, runId }: RunRef,
  { rank, seq }: ListPlace,
): Promise<void> {
  await sql`
    insert into counting_run (project_id, run_id, last_rank, last_seq)
    values (${projectId}, ${runId}, ${rank}, ${seq})
    on conflict (project_id, run_id) do update set last_rank = excluded.last_rank, last_seq = excluded.last_seq
  `.execute(transaction);
}

export async function forgetCounting(transaction: Db, { projectId, runId }: RunRef): Promise<void> {
  await sql`
    delete from counting_run where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
}

/**
 * Returns the tests of the next results after a position, without tests that have an earlier result. Returns `null` if there are no more results.
 *
 * @param last Position of the last result.
 */
export async function nextTests(
  transaction: Db,
  { projectId, runId }: RunRef,
  after: ListPlace,
  last: ListPlace = behindAll,
): Promise<{ readonly tests: number[]; readonly until: ListPlace } | null> {
  // One lookup in the unique index per test, as in `resultsOfTests`.
  const { rows } = await sql<ListPlace & { tests: number[] }>`
    with part as materialized (
      select test_id, rank, seq from result
       where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null
         and (rank, seq) > (${after.rank}::smallint, ${after.seq}::integer)
         and (rank, seq) <= (${last.rank}::smallint, ${last.seq}::integer)
       order by rank, seq limit ${resultsAtOnce}
    )
    select l.rank, l.seq,
           array(select distinct p.test_id::float8
                   from part p
                  where not exists (
                    select from (select * from result
                                  where project_id = ${opaqueProjectId(projectId)} and test_id = p.test_id and run_id = ${runId}
                                  order by occurrence, generation offset 0) other
                     where other.superseded_by is null and (other.rank, other.seq) <= (${after.rank}::smallint, ${after.seq}::integer))) as tests
      from (select rank, seq from part order by rank desc, seq desc limit 1) l
  `.execute(transaction);
  const [part] = rows;
  return part === undefined ? null : { tests: part.tests, until: { rank: part.rank, seq: part.seq } };
}
