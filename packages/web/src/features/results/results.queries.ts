import { listResults, locateResult, readResult, type ResultFilter } from "@plumb/contract/results.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api.ts";

/** Rows of one call. */
export const windowSize = 100;

const whileRunningMs = 2000;

export interface ResultsFilter {
  readonly status: ResultFilter | undefined;
  readonly search: string | undefined;
}

/**
 * How rows behave once they are there: they follow a running run, stay as they are until somebody asks, or are those of
 * a run that is over, which rarely change.
 */
export type RowsMode = "follow" | "hold" | "final";

/** What the keys of all windows and positions of a report begin with: they are refreshed together. */
export function resultWindowsKey(reportId: number) {
  return ["report", reportId, "results"] as const;
}

/** Rows `index * 100` to `index * 100 + 99` of what the filter lets through. The first window also tells the total. */
export function resultWindowQuery(
  reportId: number,
  { status, search }: ResultsFilter,
  index: number,
  mode: RowsMode = "final",
) {
  return queryOptions({
    queryKey: [...resultWindowsKey(reportId), { status, search }, index],
    queryFn: ({ signal }) =>
      api.call(listResults, {
        params: { reportId },
        query: { offset: index * windowSize, limit: windowSize, status, search },
        signal,
      }),
    refetchInterval: mode === "follow" ? whileRunningMs : false,
    staleTime: { follow: 1000, hold: Number.POSITIVE_INFINITY, final: 5 * 60_000 }[mode],
    ...(index === 0 && { placeholderData: keepPreviousData }),
  });
}

/** How many rows of a running run the filter lets through by now, while the rows themselves hold still. */
export function resultCountQuery(reportId: number, { status, search }: ResultsFilter, enabled: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "result-count", { status, search }],
    queryFn: async ({ signal }) =>
      (await api.call(listResults, { params: { reportId }, query: { limit: 1, status, search }, signal })).total,
    refetchInterval: whileRunningMs,
    enabled,
  });
}

/** Where a result stands among the rows that the filter lets through; null if it is none of them. */
export function resultPositionQuery(reportId: number, resultId: number | undefined, { status, search }: ResultsFilter) {
  return queryOptions({
    queryKey: [...resultWindowsKey(reportId), "position", resultId, { status, search }],
    queryFn: async ({ signal }) =>
      (
        await api.call(locateResult, {
          params: { reportId, resultId: resultId ?? 0 },
          query: { status, search },
          signal,
        })
      ).data.offset,
    enabled: resultId !== undefined,
    staleTime: 5 * 60_000,
  });
}

export function resultQuery(reportId: number, resultId: number, live: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "result", resultId],
    queryFn: async ({ signal }) => (await api.call(readResult, { params: { reportId, resultId }, signal })).data,
    // Links to artifacts work for an hour: an opened row must not outlive them.
    staleTime: live ? 1000 : 30 * 60_000,
    refetchInterval: live ? whileRunningMs : 30 * 60_000,
  });
}
