import { listProblems, readReport } from "@plumb/contract/reports.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api.ts";

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
