import { listProblems, listReports, readReport } from "@plumb/contract/reports.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api.ts";

const pageSize = 30;
const whileRunningMs = 3000;
const atRestMs = 30_000;

/** A project's reports, newest first, page by page. Looks again every 3 s while a shown run is running. */
export function reportsQuery(projectId: number) {
  return infiniteQueryOptions({
    queryKey: ["reports", { projectId }],
    queryFn: ({ pageParam, signal }) =>
      api.call(listReports, {
        query: { projectId, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => {
      const running = state.data?.pages.some((page) => page.data.some(({ status }) => status === "running"));
      return running === true ? whileRunningMs : atRestMs;
    },
  });
}

/** One report. Looks again every 2 s while its run is running. */
export function reportQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId],
    queryFn: async ({ signal }) => (await api.call(readReport, { params: { reportId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === "running" ? 2000 : false),
  });
}

/** `count` is part of the key: a running run may get more of them. */
export function problemsQuery(reportId: number, count: number) {
  return queryOptions({
    queryKey: ["report", reportId, "problems", count],
    queryFn: async ({ signal }) => (await api.call(listProblems, { params: { reportId }, signal })).data,
    enabled: count > 0,
  });
}
