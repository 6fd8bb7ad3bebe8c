import type { TestStatus } from "@plumb/contract/result-event.ts";
import { type ResultRow, timedOutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { type StoredDetail, unpackDetails } from "./result-detail.ts";

/** Start (Unix milliseconds), duration (milliseconds), worker and outcome of an attempt; `null` where the report has no value. */
export type AttemptSpan = readonly [
  startedAt: number | null,
  durationMs: number | null,
  worker: number | null,
  status: TestStatus,
];

/** Columns of a `ResultRow` from result `r` and test `t`. */
export const rowColumns = sql.raw(`
  r.id, r.test_id as "testId", t.file, t.title_path as "titlePath", t.variant, r.occurrence, r.status, r.flaky, r.retries,
  r.duration_ms as duration, r.browser, r.author, r.error_line as "errorLine", r.failure_signature as "failureSignature",
  coalesce(r.annotations @> array['${timedOutKey}'], false) as "timedOut"`);

/**
 * Joins the result `r` of each id in `of`, and its test `t`, with one lookup by key each. Otherwise, the planner expects one row in a run that is not
 * in its statistics, and may read the whole project for each page.
 */
export function probed(projectId: number, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
     cross join lateral (select * from result where project_id = ${opaqueProjectId(projectId)} and id = ${of}.id offset 0) r
     cross join lateral (select * from test where project_id = ${opaqueProjectId(projectId)} and id = r.test_id offset 0) t`;
}

/** Selects a result with one lookup by key; no row if it belongs to another run. */
export function resultOf({
  projectId,
  runId,
  resultId,
}: {
  readonly projectId: number;
  readonly runId: number;
  readonly resultId: number | RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`(
    select * from (select * from result where project_id = ${opaqueProjectId(projectId)} and id = ${resultId} offset 0) found
     where run_id = ${opaqueRunId(runId)})`;
}

/** Returns list rows in the order of the ids. */
export async function rowsOf(db: Db, projectId: number, ids: readonly number[]): Promise<ResultRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ResultRow>`
    select ${rowColumns}
      from unnest(${numbers(ids)}::bigint[]) with ordinality as page (id, place)
      ${probed(projectId, sql`page`)}
     order by page.place
  `.execute(db);
  return rows;
}

/** Like `rowsOf`, without results of other runs. */
export async function rowsOfRun(
  db: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  ids: readonly number[],
): Promise<ResultRow[]> {
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${numbers(ids)}::bigint[]) with ordinality as given (id, place)
     cross join lateral ${resultOf({ projectId, runId, resultId: sql`given.id` })} r
     order by place
  `.execute(db);
  return rowsOf(
    db,
    projectId,
    rows.map(({ id }) => id),
  );
}

export interface ResultGeneration extends ResultRow {
  readonly generation: number;
  readonly tags: string[];
  readonly firstStatus: ResultRow["status"];
  readonly worker: number | null;
  readonly startedAt: Date | null;
  readonly detail: StoredDetail | null;
}

/** Returns a result and those that it supersedes, oldest first; empty if the run has no such result. */
export async function resultGenerations(
  db: Db,
  projectId: number,
  runId: number,
  resultId: number,
): Promise<ResultGeneration[]> {
  const { rows } = await sql<Omit<ResultGeneration, "detail"> & { details: Buffer | null; slot: number | null }>`
    select ${rowColumns}, r.generation, t.tags, r.first_status as "firstStatus", r.worker, r.started_at as "startedAt", d.details, r.detail_slot as slot
      from ${resultOf({ projectId, runId, resultId })} wanted
      join result r on r.project_id = wanted.project_id and r.run_id = wanted.run_id and r.test_id = wanted.test_id
       and r.occurrence = wanted.occurrence and r.generation <= wanted.generation
      join test t on t.project_id = r.project_id and t.id = r.test_id
      left join result_detail d on d.project_id = r.project_id and d.id = r.detail_id
     order by r.generation
  `.execute(db);
  return rows.map(({ details, slot, ...row }) => ({
    ...row,
    detail: details === null || slot === null ? null : (unpackDetails(details)[slot] ?? null),
  }));
}
