import { listReportFilters, listReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { queryClient } from "#lib/api/query-client.ts";

/** start.js requests the same number. */
const pageSize = 30;
const whileRunningMs = 3000;
const atRestMs = 30_000;

/** Content of a list. `timeZone` applies to its days and is `undefined` without days. */
export interface ReportListing {
  readonly projectId: number;
  readonly search: ReportListSearch;
  readonly timeZone: string | undefined;
}

/** @param timeZone Time zone of the reader. */
export function listingOf(projectId: number, search: ReportListSearch, timeZone: string): ReportListing {
  const dated = search.startDate !== undefined || search.endDate !== undefined;
  return { projectId, search, timeZone: dated ? timeZone : undefined };
}

/** Returns the query parameters of a list. */
export function listingQuery({ projectId, search: { q, ...search }, timeZone }: ReportListing) {
  return { ...search, projectId, search: q, timeZone };
}

async function page(
  { projectId, search: { q, ...search }, timeZone }: ReportListing,
  cursor: string | null,
  signal: AbortSignal,
) {
  const query = { projectId, limit: pageSize, search: q, ...search, timeZone, ...(cursor !== null && { cursor }) };
  return api.call(listReports, { query, signal });
}

/** Loaded pages. They never refetch automatically, which would cause dozens of requests. `newestReportsQuery` provides the changes. */
export function reportPagesQuery(listing: ReportListing) {
  return infiniteQueryOptions({
    queryKey: ["report-pages", listing],
    queryFn: async ({ pageParam, signal }) => {
      const response = await page(listing, pageParam, signal);
      if (pageParam === null) queryClient.setQueryData(newestReportsQuery(listing).queryKey, response);
      return response;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: Infinity,
  });
}

/** Current first page. Refetches every 3 s during a run. */
export function newestReportsQuery(listing: ReportListing) {
  return queryOptions({
    queryKey: ["reports", "newest", listing],
    queryFn: ({ signal }) => page(listing, null, signal),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "running") === true ? whileRunningMs : atRestMs,
  });
}

/** Running report that is not on the first page. */
export function runningReportQuery(reportId: number) {
  return queryOptions({
    queryKey: ["reports", "running", reportId],
    queryFn: async ({ signal }) => (await api.call(readReport, { params: { reportId }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === "running" ? whileRunningMs : false,
  });
}

/** Options of the filters, limited to those that contain the words if there are any. */
export function reportFiltersQuery(projectId: number, words: string) {
  const find = words.trim();
  return queryOptions({
    queryKey: ["reports", "filters", projectId, find],
    queryFn: async ({ signal }) => {
      const query = { projectId, ...(find !== "" && { find }) };
      return (await api.call(listReportFilters, { query, signal })).data;
    },
  });
}
