import { listProblems, readReport } from "@plumb/contract/runs/reports.ts";
import { listReportUploads } from "@plumb/contract/runs/upload-effect.ts";
import { readRunOutput } from "@plumb/contract/runs/run-output.ts";
import { listResultGroups } from "@plumb/contract/runs/results.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { readRealtimeState } from "#lib/api/realtime.ts";

/** Refresh interval of a running run, with and without live updates. */
const lookMs = { told: 10_000, alone: 2000 };

/** Report. Refetches while its run is running. */
export function reportQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId],
    queryFn: async ({ signal }) => (await api.call(readReport, { params: { reportId }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === "running" && (readRealtimeState() === "on" ? lookMs.told : lookMs.alone),
  });
}

/** `count` is part of the key, because a running run may get more problems. */
export function problemsQuery(reportId: number, count: number) {
  return queryOptions({
    queryKey: ["report", reportId, "problems", count],
    queryFn: async ({ signal }) => (await api.call(listProblems, { params: { reportId }, signal })).data,
    enabled: count > 0,
  });
}

/** `count` is part of the key, because a running run may get more uploads. A single upload needs no list. */
export function reportUploadsQuery(reportId: number, count: number) {
  return queryOptions({
    queryKey: ["report", reportId, "uploads", count],
    queryFn: async ({ signal }) => (await api.call(listReportUploads, { params: { reportId }, signal })).data,
    enabled: count > 1,
  });
}

/** `count` is part of the key, because a running run may get more output. Its links are valid for an hour. */
export function runOutputQuery(reportId: number, count: number) {
  return queryOptions({
    queryKey: ["report", reportId, "output", count],
    queryFn: async ({ signal }) => (await api.call(readRunOutput, { params: { reportId }, signal })).data,
    staleTime: 30 * 60_000,
  });
}

const visiblePatterns = 3;

/** Most frequent failures in a report. `failures` is part of the key, because a running run may get more of them. */
export function failurePatternsQuery(reportId: number, failures: number) {
  return queryOptions({
    queryKey: ["report", reportId, "failure-patterns", failures],
    queryFn: async ({ signal }) =>
      (
        await api.call(listResultGroups, {
          params: { reportId },
          query: { by: "failure", limit: visiblePatterns },
          signal,
        })
      ).data
        .filter(({ failed, errored }) => failed + errored > 0)
        .toSorted((a, b) => b.failed + b.errored - a.failed - a.errored)
        .slice(0, visiblePatterns),
    enabled: failures > 0,
  });
}
