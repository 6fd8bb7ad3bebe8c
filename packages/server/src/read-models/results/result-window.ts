import { type GroupBy, type ResultFilter, type ResultRow, withoutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { signaturesAlike } from "#store/failures/causes-of-results.ts";
import { rowsOf } from "#store/results/results.ts";
import type { ResultIndex } from "./result-index.ts";
import { isCounted, ranksOf, type ResultSelection, type Selected, selected } from "./result-selection.ts";

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

/**
 * Counts the results of the selection before this one, in the whole list or (`by`) within its group. `offset` is
 * `null` if the selection excludes it.
 */
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
  const similar = new Set(names.map((name) => values.indexOf(name)).filter((code) => code !== -1));
  return { offset: countBefore(places, offset, codes, similar), group: names[0] ?? own };
}

function countBefore(indices: Int32Array, offset: number, codes: Int32Array, requested: ReadonlySet<number>): number {
  let count = 0;
  for (let index = 0; index < offset; index++) if (requested.has(codes[indices[index] as number] as number)) count += 1;
  return count;
}

/** Largest offset at which the list is read through its index. Beyond it, the query would read all earlier rows. */
const readAlong = 1000;

/** Returns a window of the list and the total number of matching results. */
export async function resultWindow(
  index: ResultIndex,
  window: ResultWindow,
): Promise<{ rows: ResultRow[]; total: number }> {
  const { projectId, offset, limit } = window;
  if (isCounted(window) && offset <= readAlong) return firstWindow(index.db, window);
  const list = await selected(index, window);
  const rows = await rowsOf(index.db, projectId, idsOf(list, offset, limit));
  return { rows, total: list.places.length };
}

/** Returns all matching results in pages, from one selection, so that none is missing or repeated if the run continues. */
export async function* allResults(
  index: ResultIndex,
  selection: ResultSelection,
  pageSize: number,
): AsyncGenerator<ResultRow> {
  const list = await selected(index, selection);
  for (let offset = 0; ; offset += pageSize) {
    const ids = idsOf(list, offset, pageSize);
    if (ids.length === 0) return;
    yield* await rowsOf(index.db, selection.projectId, ids);
  }
}

function idsOf({ columns, places }: Selected, offset: number, limit: number): number[] {
  return Array.from(places.subarray(offset, offset + limit), (position) => columns.ids[position] as number);
}

/** Reads the window that a report shows first. Does not wait for the columns of the whole run. */
async function firstWindow(
  db: Db,
  { projectId, runId, status, offset, limit }: ResultWindow,
): Promise<{ rows: ResultRow[]; total: number }> {
  const ranks = status === undefined ? sql`` : sql`and rank = any(${ranksOf[status]}::smallint[])`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select ${counters[status ?? "all"]} as total, array(
             select id from result
              where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null ${ranks}
              order by rank, seq limit ${limit} offset ${offset}) as ids
      from run r where r.project_id = ${projectId} and r.id = ${runId}
  `.execute(db);
  const { ids = [], total = 0 } = rows[0] ?? {};
  return { rows: await rowsOf(db, projectId, ids), total };
}
