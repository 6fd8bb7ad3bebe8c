import { readLastPass } from "@plumb/contract/failures/decisions.ts";
import {
  type GroupBy,
  listOutcomes,
  listResultGroups,
  listResults,
  listResultsById,
  locateResult,
  readResult,
  readResultHistory,
  type ResultFilter,
} from "@plumb/contract/runs/results.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Number of rows per request. */
export const windowSize = 100;

const whileRunningMs = 2000;

/** Filters of the list. `~` matches tests without a browser, file or failure. */
export interface ResultsFilter {
  readonly status?: ResultFilter | undefined;
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly annotation?: string | undefined;
  readonly timedOut?: true | undefined;
  readonly browser?: string | undefined;
  readonly file?: string | undefined;
  readonly failure?: string | undefined;
}

export function isFiltered(filter: ResultsFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Behaviour of loaded rows: follow a running run, stay unchanged until requested, or be final. */
export type RowsMode = "follow" | "hold" | "final";

/** Key prefix for all windows and positions of a report, which are invalidated together. */
export function resultWindowsKey(reportId: number) {
  return ["report", reportId, "results"] as const;
}

const staleMs: Readonly<Record<RowsMode, number>> = {
  follow: 1000,
  hold: Number.POSITIVE_INFINITY,
  final: 5 * 60_000,
};

/** Rows `index * 100` to `index * 100 + 99` of those that match the filter, and their total number. */
export function resultWindowQuery(reportId: number, filter: ResultsFilter, index: number, mode: RowsMode = "final") {
  return queryOptions({
    queryKey: [...resultWindowsKey(reportId), keyOf(filter), index],
    queryFn: ({ signal }) =>
      api.call(listResults, {
        params: { reportId },
        query: { offset: index * windowSize, limit: windowSize, ...orderedFilter(filter) },
        signal,
      }),
    refetchInterval: mode === "follow" ? whileRunningMs : false,
    staleTime: staleMs[mode],
  });
}

/** Groups of the rows that match the filter, up to `limit` or the default of the server. */
export function resultGroupsQuery(
  reportId: number,
  filter: ResultsFilter,
  by: GroupBy,
  mode: RowsMode = "final",
  limit?: number,
) {
  return queryOptions({
    queryKey: [...resultWindowsKey(reportId), "groups", by, keyOf(filter), limit],
    queryFn: async ({ signal }) =>
      api.call(listResultGroups, {
        params: { reportId },
        query: { by, ...(limit === undefined ? {} : { limit }), ...orderedFilter(filter) },
        signal,
      }),
    refetchInterval: mode === "follow" ? whileRunningMs : false,
    staleTime: staleMs[mode],
  });
}

/** Number of matching rows while a run continues and the list is paused. */
export function resultCountQuery(reportId: number, filter: ResultsFilter, enabled: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "result-count", keyOf(filter)],
    queryFn: async ({ signal }) =>
      (await api.call(listResults, { params: { reportId }, query: { limit: 1, ...orderedFilter(filter) }, signal }))
        .total,
    refetchInterval: whileRunningMs,
    enabled,
  });
}

/** Latest versions of some rows while a run continues and the list is paused. */
export function heldRowsQuery(reportId: number, resultIds: readonly number[]) {
  return queryOptions({
    queryKey: ["report", reportId, "held-rows"],
    queryFn: async ({ signal }) =>
      (await api.call(listResultsById, { params: { reportId }, query: { ids: resultIds.join(",") }, signal })).data,
    refetchInterval: whileRunningMs,
    enabled: resultIds.length > 0,
    gcTime: 0,
  });
}

/** The position of a result among the filtered rows, or in its group. */
export function resultPositionQuery(
  reportId: number,
  resultId: number | undefined,
  filter: ResultsFilter,
  group: GroupBy | undefined,
) {
  return queryOptions({
    queryKey: [...resultWindowsKey(reportId), "position", resultId, group, keyOf(filter)],
    queryFn: async ({ signal }) =>
      (
        await api.call(locateResult, {
          params: { reportId, resultId: resultId ?? 0 },
          query: { ...orderedFilter(filter), group },
          signal,
        })
      ).data,
    enabled: resultId !== undefined,
    staleTime: 5 * 60_000,
  });
}

/** Last outcomes of each result's test, for the bars in the rows. */
export function outcomesQuery(reportId: number, resultIds: readonly number[]) {
  return queryOptions({
    queryKey: ["report", reportId, "outcomes", resultIds],
    queryFn: async ({ signal }) =>
      (await api.call(listOutcomes, { params: { reportId }, query: { ids: resultIds.join(",") }, signal })).data,
    enabled: resultIds.length > 0,
    staleTime: 5 * 60_000,
  });
}

/** Maximum number of outcomes in a history. */
export const maxHistory = 30;

/** `same` limits the runs to the report's suite, environment and branch. */
export type HistoryScope = "same" | "all";

export function resultHistoryQuery(reportId: number, resultId: number, scope: HistoryScope) {
  return queryOptions({
    queryKey: ["report", reportId, "result", resultId, "history", scope],
    queryFn: async ({ signal }) =>
      (await api.call(readResultHistory, { params: { reportId, resultId }, query: { scope }, signal })).data,
    staleTime: 60_000,
  });
}

/** Browsers of a report, ordered by number of tests. */
export function reportBrowsersQuery(reportId: number, enabled: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "browsers"],
    queryFn: async ({ signal }) =>
      (await api.call(listResultGroups, { params: { reportId }, query: { by: "browser", limit: 100 }, signal })).data,
    enabled,
    staleTime: 60_000,
  });
}

/** Uses the same order as start.js, which requests the same addresses. */
function orderedFilter(filter: ResultsFilter): ResultsFilter {
  const { status, search, browser, file, failure, tag, author, annotation, timedOut } = filter;
  return { status, search, browser, file, failure, tag, author, annotation, timedOut };
}

/** Returns equal keys for equal filters by removing unset values. */
function keyOf(filter: ResultsFilter): ResultsFilter {
  return Object.fromEntries(Object.entries(orderedFilter(filter)).filter(([, value]) => value !== undefined));
}

export function resultQuery(reportId: number, resultId: number, live: boolean) {
  return queryOptions({
    queryKey: ["report", reportId, "result", resultId],
    queryFn: async ({ signal }) => (await api.call(readResult, { params: { reportId, resultId }, signal })).data,
    // Artifact links expire after an hour, so an opened row must be reloaded before that.
    staleTime: live ? 1000 : 30 * 60_000,
    refetchInterval: live ? whileRunningMs : 30 * 60_000,
  });
}

/** The last pass of a test before a failure; `null` if none is stored. */
export function lastPassQuery(resultId: number) {
  return queryOptions({
    queryKey: ["failures", "last-pass", resultId],
    queryFn: async ({ signal }) => (await api.call(readLastPass, { params: { testCaseId: resultId }, signal })).data,
  });
}
