import { type GroupBy, type ResultFilter, type ResultRow, withoutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { type StoredDetail, unpackDetails } from "./result-detail.ts";
import { groupColumns, isCounted, joinTest, needsTests, type ResultSelection, selected } from "./result-selection.ts";

/** A `ResultRow` of the result `r` and its test `t`. */
export const rowColumns = sql.raw(`
  r.id, r.test_id as "testId", t.file, t.title_path as "titlePath", t.variant, r.occurrence, r.status, r.flaky, r.retries,
  r.duration_ms as duration, r.browser, r.author, r.error_line as "errorLine", r.failure_signature as "failureSignature"`);

const counters: Record<ResultFilter | "all", RawBuilder<unknown>> = {
  all: sql`r.total`,
  failed: sql`r.failed`,
  error: sql`r.errored`,
  running: sql`r.total - r.passed - r.failed - r.errored - r.skipped`,
  flaky: sql`r.flaky`,
  skipped: sql`r.skipped`,
  passed: sql`r.passed`,
};

export interface ResultWindow extends ResultSelection {
  readonly offset: number;
  readonly limit: number;
}

/**
 * How many results of the selection stand before this one, in the whole list or (`by`) within its group. `offset` is null
 * if the selection leaves it out.
 */
export async function resultPosition(
  db: Db,
  selection: ResultSelection,
  resultId: number,
  by: GroupBy | undefined,
): Promise<{ offset: number | null; group: string | null }> {
  const key = by === undefined ? sql`null::text` : groupColumns[by];
  const { rows: wanted } = await sql<{ rank: number; seq: number; key: string | null }>`
    select r.rank, r.seq, ${key} as key ${selected(selection, by)} and r.id = ${resultId}
  `.execute(db);
  const [found] = wanted;
  if (found === undefined) return { offset: null, group: null };
  const group = by === undefined ? null : (found.key ?? withoutKey);
  const within = by === undefined || group === null ? selection : { ...selection, [by]: group };
  const { rows } = await sql<{ offset: number }>`
    select count(*) as offset ${selected(within)} and (r.rank, r.seq) < (${found.rank}, ${found.seq})
  `.execute(db);
  return { offset: rows[0]?.offset ?? 0, group };
}

/**
 * A window of the list with the number of all that match. The window is cut from the index and joined with the tests
 * afterwards: a scroll to the end of 50,000 rows reads 50,000 index entries, not tests.
 */
export async function resultWindow(db: Db, window: ResultWindow): Promise<{ rows: ResultRow[]; total: number }> {
  if (needsTests(window)) return searchWindow(db, window);
  const total = isCounted(window) ? await countedTotal(db, window) : await selectedTotal(db, window);
  const { rows } = await sql<ResultRow>`
    with page as (
      select r.project_id, r.id, r.rank, r.seq ${selected(window)}
       order by r.rank, r.seq limit ${window.limit} offset ${window.offset}
    )
    select ${rowColumns} ${ofPage}
  `.execute(db);
  return { rows, total };
}

/** By the run's counters. */
async function countedTotal(db: Db, { status, projectId, runId }: ResultSelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${counters[status ?? "all"]} as total from run r where r.project_id = ${projectId} and r.id = ${runId}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

async function selectedTotal(db: Db, selection: ResultSelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${selected(selection)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const ofPage = sql`
  from page
  join result r on r.project_id = page.project_id and r.id = page.id
  ${joinTest}
 order by page.rank, page.seq`;

/** The same where tests decide: it reads those of the run once, for the page and for the number together. */
async function searchWindow(db: Db, window: ResultWindow): Promise<{ rows: ResultRow[]; total: number }> {
  const { rows } = await sql<ResultRow & { total: number }>`
    with hits as materialized (select r.project_id, r.id, r.rank, r.seq ${selected(window)}),
         page as (select * from hits order by rank, seq limit ${window.limit} offset ${window.offset})
    select ${rowColumns}, (select count(*) from hits) as total ${ofPage}
  `.execute(db);
  if (rows[0] !== undefined || window.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  // A window behind the last hit has no row that could carry the number.
  return { rows, total: await selectedTotal(db, window) };
}

/** Which of these tests failed in a run. */
export async function failedTests(
  db: Db,
  projectId: number,
  runId: number,
  testIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct test_id as id from result
     where project_id = ${projectId} and test_id = any(${testIds}::bigint[]) and run_id = ${runId}
       and superseded_by is null and rank <= 1
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface ResultGeneration extends ResultRow {
  readonly generation: number;
  readonly tags: string[];
  readonly firstStatus: ResultRow["status"];
  readonly worker: number | null;
  readonly startedAt: Date | null;
  readonly detail: StoredDetail | null;
}

/** A result with those that it supersedes, oldest first; empty if the run has no such result. */
export async function resultGenerations(
  db: Db,
  projectId: number,
  runId: number,
  resultId: number,
): Promise<ResultGeneration[]> {
  const { rows } = await sql<Omit<ResultGeneration, "detail"> & { details: Buffer | null; slot: number | null }>`
    select ${rowColumns}, r.generation, t.tags, r.first_status as "firstStatus", r.worker, r.started_at as "startedAt", d.details, r.detail_slot as slot
      from result wanted
      join result r on r.project_id = wanted.project_id and r.run_id = wanted.run_id and r.test_id = wanted.test_id
       and r.occurrence = wanted.occurrence and r.generation <= wanted.generation
      join test t on t.project_id = r.project_id and t.id = r.test_id
      left join result_detail d on d.project_id = r.project_id and d.id = r.detail_id
     where wanted.project_id = ${projectId} and wanted.run_id = ${runId} and wanted.id = ${resultId}
     order by r.generation
  `.execute(db);
  return rows.map(({ details, slot, ...row }) => ({
    ...row,
    detail: details === null || slot === null ? null : (unpackDetails(details)[slot] ?? null),
  }));
}
