import { listResults, readResult, type ResultFilter } from "@plumb/contract/reports.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api.ts";

/** Rows of one call. */
export const windowSize = 100;

export interface ResultsFilter {
  readonly status: ResultFilter | undefined;
  readonly search: string | undefined;
}

/** Rows `index * 100` to `index * 100 + 99` of what the filter lets through. The first window also tells the total. */
export function resultWindowQuery(reportId: number, { status, search }: ResultsFilter, index: number, live: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "results", { status, search }, index],
    queryFn: ({ signal }) =>
      api.call(listResults, {
        params: { reportId },
        query: { offset: index * windowSize, limit: windowSize, status, search },
        signal,
      }),
    refetchInterval: live ? 2000 : false,
    staleTime: live ? 1000 : 5 * 60_000,
    ...(index === 0 && { placeholderData: keepPreviousData }),
  });
}

export function resultQuery(reportId: number, resultId: number, live: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "result", resultId],
    queryFn: async ({ signal }) => (await api.call(readResult, { params: { reportId, resultId }, signal })).data,
    // Links to artifacts work for an hour: an opened row must not outlive them.
    staleTime: live ? 1000 : 30 * 60_000,
    refetchInterval: live ? 2000 : 30 * 60_000,
  });
}
