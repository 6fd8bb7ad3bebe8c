import { listReports } from "@plumb/contract/report-list.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
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
