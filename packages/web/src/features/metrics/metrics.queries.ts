import { readMetrics } from "@plumb/contract/runs/metrics.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

const whileRunningMs = 5000;

/** Metrics of a report. Refetches during the run. */
export function metricsQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId, "metrics"],
    queryFn: async ({ signal }) => (await api.call(readMetrics, { params: { reportId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.testRun.status === "running" ? whileRunningMs : false),
  });
}
