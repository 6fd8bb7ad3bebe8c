import {
  type GroupBy,
  type ResultFilter,
  type ResultRow,
  timedOutKey,
  withoutKey,
} from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { anyProject, anyRun } from "#store/any-project.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { signaturesAlike } from "#store/failures/causes-of-results.ts";
import { type StoredDetail, unpackDetails } from "./result-detail.ts";
import type { ResultIndex } from "./result-index.ts";
import { isCounted, ranksOf, type ResultSelection, selected } from "./result-selection.ts";

/** Columns of a `ResultRow` from result `r` and test `t`. */
export const rowColumns = sql.raw(`
  r.id, r.test_id as "testId", t.file, t.title_path as "titlePath", t.variant, r.occurrence, r.status, r.flaky, r.retries,
  r.duration_ms as duration, r.browser, r.author, r.error_line as "errorLine", r.failure_signature as "failureSignature",
  coalesce(r.annotations @> array['${timedOutKey}'], false) as "timedOut"`);

const counters: Record<ResultFilter | "all", RawBuilder<unknown>> = {
  all: sql`r.total`,
  failed: sql`r.failed`,
  error: sql`r.errored`,
  running: sql`r.total - r.passed - r.failed - r.errored - r.skipped`,
  flaky: sql`r.flaky`,
  skipped: sql`r.skipped`,
  passed: sql`r.passed`,
  firstPassed: sql`r.passed - r.flaky`,
};

export interface ResultWindow extends ResultSelection {
  readonly offset: number;
  readonly limit: number;
}

/** Counts the results before this one in the selection, or in its group if `by` is set. `offset` is `null` if the selection excludes the result. */
export async function resultPosition(
  index: ResultIndex,
  selection: ResultSelection,
  resultId: number,
  by: GroupBy | undefined,
): Promise<{ offset: number | null; group: string | null }> {
  const { columns, places, keysOf } = await selected(index, selection, by);
  const offset = places.indexOf(columns.ids.indexOf(resultId));
  if (offset === -1) return { offset: null, group: null };
  if (by === undefined) return { offset, group: null };
  const { values, codes } = keysOf(by);
  const own = values[codes[places[offset] as number] as number];
  if (own === undefined) return { offset: countBefore(places, offset, codes, new Set([-1])), group: withoutKey };
  const names = by === "failure" ? await signaturesAlike(index.db, selection.projectId, own) : [own];
  const alike = new Set(names.map((name) => values.indexOf(name)).filter((code) => code !== -1));
  return { offset: countBefore(places, offset, codes, alike), group: names[0] ?? own };
}

function countBefore(places: Int32Array, offset: number, codes: Int32Array, wanted: ReadonlySet<number>): number {
  let count = 0;
  for (let index = 0; index < offset; index++) if (wanted.has(codes[places[index] as number] as number)) count += 1;
  return count;
}

/** Maximum offset to read along the index of the list. Beyond it, the index would read too many earlier rows. */
const readAlong = 1000;

/** Returns a page of the list and the number of matching results. */
export async function resultWindow(
  index: ResultIndex,
  window: ResultWindow,
): Promise<{ rows: ResultRow[]; total: number }> {
  const { projectId, offset, limit } = window;
  if (isCounted(window) && offset <= readAlong) return firstWindow(index.db, window);
  const { columns, places } = await selected(index, window);
  const ids = Array.from(places.subarray(offset, offset + limit), (place) => columns.ids[place] as number);
  return { rows: await rowsOf(index.db, projectId, ids), total: places.length };
}

/** Reads the page from the database, so that opening a report does not wait until all results are loaded. */
async function firstWindow(
  db: Db,
  { projectId, runId, status, offset, limit }: ResultWindow,
): Promise<{ rows: ResultRow[]; total: number }> {
  const ranks = status === undefined ? sql`` : sql`and rank = any(${ranksOf[status]}::smallint[])`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select ${counters[status ?? "all"]} as total, array(
             select id from result
              where project_id = ${anyProject(projectId)} and run_id = ${anyRun(runId)} and superseded_by is null ${ranks}
              order by rank, seq limit ${limit} offset ${offset}) as ids
      from run r where r.project_id = ${projectId} and r.id = ${runId}
  `.execute(db);
  const { ids = [], total = 0 } = rows[0] ?? {};
  return { rows: await rowsOf(db, projectId, ids), total };
}

/**
 * Joins the result `r` of each id in `of`, and its test `t`, with one lookup by key each. Otherwise, the planner expects one row in a run that is not
 * in its statistics, and may read the whole project for each page.
 */
export function probed(projectId: number, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
     cross join lateral (select * from result where project_id = ${anyProject(projectId)} and id = ${of}.id offset 0) r
     cross join lateral (select * from test where project_id = r.project_id and id = r.test_id offset 0) t`;
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
    select * from (select * from result where project_id = ${anyProject(projectId)} and id = ${resultId} offset 0) found
     where run_id = ${anyRun(runId)})`;
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
