import {
  listReportFilters,
  listReports,
  maxFilterOptions,
  type ReportFilterOptions,
  searchReports,
} from "@plumb/contract/runs/report-list.ts";
import { valuesContaining } from "#read-models/values-containing.ts";
import { readPosition, writePosition } from "./report-cursor.ts";
import type { Api } from "#http/api.ts";
import { zoneOf } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { runOptions } from "#read-models/runs/selected-runs.ts";
import { distinctValues, ownersOfFailures } from "#store/runs/distinct-values.ts";
import type { ReportQuery } from "#store/runs/report-filter.ts";
import type { ReportOrder } from "#store/runs/report-order.ts";
import { reportPage } from "#store/runs/report-search.ts";

export function reportListRoutes(api: Api<"db" | "runStats">): void {
  api.read(listReports, async ({ context, projectId, caller, query }) => {
    const { limit, cursor, sortBy, sortOrder, timeZone = zoneOf(caller), ...filters } = query;
    return reply(context.db, { projectId, query: { ...filters, timeZone }, limit, cursor, sortBy, sortOrder });
  });

  api.read(searchReports, async ({ context, projectId, caller, body }) => {
    const { query: search, filters = {}, limit, cursor, sortBy, sortOrder } = body;
    const query = { ...filters, search, timeZone: filters.timeZone ?? zoneOf(caller) };
    return reply(context.db, { projectId, query, limit, cursor, sortBy, sortOrder });
  });

  api.read(listReportFilters, async ({ context: { db, runStats }, projectId, query }) => {
    const only = { limit: maxFilterOptions, containing: query.find?.trim() };
    const found = await Promise.all([
      ownersOfFailures(db, projectId, only),
      ...columns.map(([, column]) => distinctValues(db, projectId, column, only)),
    ]);
    const kinds = ["owner", ...columns.map(([kind]) => kind)];
    const labels = runOptions(await runStats.of(projectId));
    const part = query.find?.trim().toLowerCase() ?? "";
    const some = (values: readonly string[]) => valuesContaining(values, part, maxFilterOptions);
    const data = Object.fromEntries(kinds.map((kind, index) => [kind, found[index]])) as ReportFilterOptions;
    return { data: { ...data, tag: some(labels.tag), fact: some(labels.fact) } };
  });
}

const columns = [
  ["status", "status"],
  ["environment", "environment"],
  ["framework", "framework"],
  ["suite", "suite"],
  ["branch", "branch"],
  ["commitAuthor", "commit_author"],
  ["pullRequest", "pull_request"],
] as const;

interface ListRequest {
  readonly projectId: number;
  readonly query: ReportQuery;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly sortBy: ReportOrder["by"];
  readonly sortOrder: ReportOrder["direction"];
}

async function reply(db: Db, { projectId, query, limit, cursor, sortBy, sortOrder }: ListRequest) {
  const order = { by: sortBy, direction: sortOrder };
  const { reports, next } = await reportPage(db, {
    projectId,
    query,
    order,
    limit,
    after: readPosition(cursor, order),
  });
  return { data: reports, nextCursor: next === null ? null : writePosition(next, order) };
}
