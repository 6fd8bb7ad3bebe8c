import { readDashboard } from "@plumb/contract/projects/dashboard.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

const whileRunningMs = 5000;
const atRestMs = 60_000;

/**
 * How a project is doing; start.js asks the same. Counters of a running run move without an event here, so that it is looked
 * at again while there is one; at rest only for whoever has no live connection.
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
