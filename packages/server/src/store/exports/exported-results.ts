import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { probed, rowColumns } from "#store/results/results.ts";

/** Results of a run to read, in the order of the list. */
export interface ResultScope {
  readonly projectId: number;
  readonly runId: number;
  /** Only this result; `null` for all. */
  readonly resultId: number | null;
  /** Only these results; absent for all. */
  readonly resultIds?: readonly number[];
}

/** Position of a result in the list. */
export interface Position {
  readonly rank: number;
  readonly seq: number;
}

/** Selects the next results after a position through the index of the list, so that late pages take no longer than early ones. */
function pageAfter(scope: ResultScope, after: Position | null, limit: number): RawBuilder<unknown> {
  const conditions = [
    sql`r.project_id = ${scope.projectId} and r.run_id = ${scope.runId} and r.superseded_by is null`,
    ...(scope.resultId === null ? [] : [sql`r.id = ${scope.resultId}`]),
    ...(scope.resultIds === undefined ? [] : [sql`r.id = any(${scope.resultIds}::bigint[])`]),
    ...(after === null ? [] : [sql`(r.rank, r.seq) > (${after.rank}::smallint, ${after.seq}::integer)`]),
  ];
  return sql`
    select r.project_id, r.run_id, r.id, r.test_id, r.occurrence, r.generation, r.rank, r.seq
      from result r
     where ${sql.join(conditions, sql` and `)}
     order by r.rank, r.seq limit ${limit}`;
}

export type PlacedRow = ResultRow & Position;

/** Returns at most `limit` rows of the list after `after`. */
export async function rowsAfter(
  db: Db,
  scope: ResultScope,
  after: Position | null,
  limit: number,
): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`
    with page as (${pageAfter(scope, after, limit)})
    select ${rowColumns}, page.rank, page.seq
      from page ${probed(scope.projectId, sql`page`)}
     order by page.rank, page.seq
  `.execute(db);
  return rows;
}

/** A result, or one it supersedes, without its details, which are in slot `detailSlot` of block `detailId`. */
export interface UndetailedGeneration extends PlacedRow {
  /** Id of its latest result, which is in the list. */
  readonly latestId: number;
  readonly generation: number;
  readonly tags: string[];
  readonly firstStatus: ResultRow["status"];
  readonly worker: number | null;
  readonly startedAt: Date | null;
  readonly detailId: number | null;
  readonly detailSlot: number | null;
}

/** Returns at most `limit` results after `after`, each preceded by those that it supersedes. `rank` and `seq` are those of the latest. */
export async function generationsAfter(
  db: Db,
  scope: ResultScope,
  after: Position | null,
  limit: number,
): Promise<UndetailedGeneration[]> {
  const { rows } = await sql<UndetailedGeneration>`
    with page as (${pageAfter(scope, after, limit)})
    select ${rowColumns}, page.rank, page.seq, page.id as "latestId", r.generation, t.tags, r.first_status as "firstStatus",
           r.worker, r.started_at as "startedAt", r.detail_id as "detailId", r.detail_slot as "detailSlot"
      from page
      join result r on r.project_id = page.project_id and r.test_id = page.test_id and r.run_id = page.run_id
       and r.occurrence = page.occurrence and r.generation <= page.generation
      join test t on t.project_id = r.project_id and t.id = r.test_id
     order by page.rank, page.seq, r.generation
  `.execute(db);
  return rows;
}

/** Returns a stored block of details (`unpackDetails` reads it); `null` if it was deleted. */
export async function detailBlock(db: Db, projectId: number, detailId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ details: Buffer }>`
    select details from result_detail where project_id = ${opaqueProjectId(projectId)} and id = ${detailId}
  `.execute(db);
  return rows[0]?.details ?? null;
}

/** Returns the key of a run: a hash by which its uploads find it, unique across projects. */
export async function runKey(db: Db, projectId: number, runId: number): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select key from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  return rows[0]?.key ?? null;
}
