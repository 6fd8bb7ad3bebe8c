import type { Report } from "@plumb/contract/runs/reports.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { reportConditions, type ReportQuery } from "./report-filter.ts";
import { orderKey, type ReportOrder, type ReportPosition, type Stretch, stretchesAfter } from "./report-order.ts";
import { presentRun, runColumns, type RunRow } from "./runs.ts";

export interface ReportPage {
  readonly reports: Report[];
  /** Start of the next page; `null` on the last page. */
  readonly next: ReportPosition | null;
}

interface PageRequest {
  readonly projectId: number;
  readonly query: ReportQuery;
  readonly order: ReportOrder;
  readonly limit: number;
  readonly after: ReportPosition | null;
}

/** Returns the page of matching reports after `after`. */
export async function reportPage(db: Db, { projectId, query, order, limit, after }: PageRequest): Promise<ReportPage> {
  const conditions = await reportConditions(db, projectId, query);
  return conditions === null ? { reports: [], next: null } : pageOf(db, { projectId, conditions, order, limit, after });
}

/** Returns all matching reports in order, in pages, for exports. */
export async function* reportPages(
  db: Db,
  { projectId, query, order, limit }: Omit<PageRequest, "after">,
): AsyncGenerator<Report[]> {
  const conditions = await reportConditions(db, projectId, query);
  if (conditions === null) return;
  let after: ReportPosition | null = null;
  do {
    const page: ReportPage = await pageOf(db, { projectId, conditions, order, limit, after });
    if (page.reports.length > 0) yield page.reports;
    after = page.next;
  } while (after !== null);
}

interface Selection extends Pick<PageRequest, "after" | "limit" | "order" | "projectId"> {
  readonly conditions: RawBuilder<unknown>;
}

type PlacedRow = RunRow & { readonly orderKey: string | null; readonly exactStart: string };

async function pageOf(db: Db, selection: Selection): Promise<ReportPage> {
  const { order, limit, after } = selection;
  const rows: PlacedRow[] = [];
  for (const stretch of stretchesAfter(order, after)) {
    // Reads one more than the limit to detect a next page.
    if (rows.length <= limit) rows.push(...(await rowsOf(db, selection, stretch, limit + 1 - rows.length)));
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    reports: rows.slice(0, limit).map(({ orderKey: _key, exactStart: _start, ...row }) => presentRun(row)),
    next: last === undefined ? null : { key: last.orderKey, startedAt: last.exactStart, id: last.id },
  };
}

/** Selects the page from the index first and then reads its runs. */
async function rowsOf(
  db: Db,
  { projectId, conditions, order }: Selection,
  stretch: Stretch,
  limit: number,
): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`
    select ${runColumns(projectId)}, ${orderKey(order)} as "orderKey", r.started_at::text as "exactStart"
      from (
        select r.id from run r where ${conditions} and ${stretch.where} order by ${stretch.order} limit ${limit}
      ) page
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = page.id
     order by ${stretch.order}
  `.execute(db);
  return rows;
}
