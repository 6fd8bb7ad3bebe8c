import { readDashboard } from "@plumb/contract/projects/dashboard.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

const whileRunningMs = 5000;
const atRestMs = 60_000;

/**
 * Dashboard of a project; start.js makes the same request. The counters of a running run change without an event, so
 * it is refreshed meanwhile, and otherwise only without a live connection.
 */
export function dashboardQuery(projectId: number) {
  return queryOptions({
    // Below "reports": whatever makes those out of date does it to this.
    queryKey: ["reports", "dashboard", projectId],
    queryFn: async ({ signal }) => (await api.call(readDashboard, { params: { projectId }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.recent.some(({ status }) => status === "running") === true ? whileRunningMs : atRestMs,
  });
}
