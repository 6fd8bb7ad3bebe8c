import { readDashboard } from "@plumb/contract/projects/dashboard.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { readRealtimeState } from "#lib/api/realtime.ts";

const whileRunningMs = 5000;
const atRestMs = 60_000;

/**
 * Dashboard of a project; start.js sends the same request. The counts of a running run change without events, so the query
 * refetches during runs, and often while it waits for the first report without a live connection.
 */
export function dashboardQuery(projectId: number) {
  return queryOptions({
    // The key starts with "reports", because the dashboard is invalidated together with the reports.
    queryKey: ["reports", "dashboard", projectId],
    queryFn: async ({ signal }) => (await api.call(readDashboard, { params: { projectId }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const isRunning = data?.recent.some(({ status }) => status === "running") === true;
      const awaitsFirst = data?.totals.totalReports === 0 && readRealtimeState() !== "on";
      return isRunning || awaitsFirst ? whileRunningMs : atRestMs;
    },
  });
}
