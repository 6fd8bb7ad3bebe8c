import { readDefectSummary } from "@plumb/contract/failures/failures.ts";
import { listIncidents } from "@plumb/contract/failures/incidents.ts";
import {
  createTrendEvent,
  deleteTrendEvent,
  listTrendEvents,
  type NewTrendEvent,
  type TrendEvent,
} from "@plumb/contract/trends/events.ts";
import {
  listTrendEnvironments,
  listTrendSuites,
  readTrendData,
  readTrendSummary,
  type TrendPeriod,
} from "@plumb/contract/trends/trends.ts";
import type { TrendGroup, TrendRange } from "@plumb/contract/trends/trend-filter.ts";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type TrendSearch, trendFilters } from "#lib/address/trend-search.ts";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { runOptionsKey } from "#lib/api/run-options.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";
import { showError, showSuccess, showUndoable } from "#ui/feedback/toast.ts";

/** Maximum number of incidents of a dip. */
const maxIncidents = 3;

/** Combines several counted runs into one reload. */
const reloadMs = 2000;

function trendsKey(projectId: number) {
  return ["trends", projectId] as const;
}

function valuesOf(search: TrendSearch) {
  return Object.fromEntries(
    trendFilters.map((name) => [name, search[name] === undefined ? undefined : [...search[name]]]),
  );
}

/** Returns the query parameters of the filtered runs. */
function filterOf(projectId: number, search: TrendSearch) {
  const timeRange: TrendRange = search.range ?? "30d";
  const groupBy: TrendGroup = search.group ?? "day";
  return {
    projectId,
    timeRange,
    startDate: search.startDate,
    endDate: search.endDate,
    groupBy,
    timeZone: readerTimeZone(),
    ...valuesOf(search),
  };
}

export function trendDataQuery(projectId: number, search: TrendSearch) {
  const query = filterOf(projectId, search);
  return queryOptions({
    queryKey: [...trendsKey(projectId), "data", query],
    queryFn: async ({ signal }) => (await api.call(readTrendData, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function trendSummaryQuery(projectId: number, search: TrendSearch) {
  const query = { ...filterOf(projectId, search), groupBy: undefined };
  return queryOptions({
    queryKey: [...trendsKey(projectId), "summary", query],
    queryFn: async ({ signal }) => (await api.call(readTrendSummary, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Causes and incidents of a period with the same filters. */
export function dipQuery(projectId: number, search: TrendSearch, { from, to }: Pick<TrendPeriod, "from" | "to">) {
  const query = {
    ...valuesOf(search),
    timeWindow: "custom" as const,
    startDate: from,
    endDate: to,
    timeZone: readerTimeZone(),
  };
  const params = { projectId };
  return queryOptions({
    queryKey: [...trendsKey(projectId), "dip", query],
    queryFn: async ({ signal }) => {
      const [failures, incidents] = await Promise.all([
        api.call(readDefectSummary, { params, query, signal }),
        api.call(listIncidents, { params, query: { ...query, limit: maxIncidents }, signal }),
      ]);
      return { failures: failures.data, incidents: incidents.data };
    },
  });
}

export function trendPartsQuery(projectId: number, search: TrendSearch) {
  const query = { ...filterOf(projectId, search), groupBy: undefined };
  const endpoint = search.parts === "environments" ? listTrendEnvironments : listTrendSuites;
  return queryOptions({
    queryKey: [...trendsKey(projectId), search.parts ?? "suites", query],
    queryFn: async ({ signal }) => (await api.call(endpoint, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function trendEventsQuery(projectId: number, search: TrendSearch) {
  const { projectId: of, timeRange, startDate, endDate, timeZone } = filterOf(projectId, search);
  const { environment, not } = valuesOf(search);
  const query = { projectId: of, timeRange, startDate, endDate, timeZone, environment, not };
  return queryOptions({
    queryKey: [...trendsKey(projectId), "events", query],
    queryFn: ({ signal }) => api.call(listTrendEvents, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Reloads all data when runs of the project have been counted or events have changed. */
export function useLiveTrends(projectId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () => {
      for (const queryKey of [trendsKey(projectId), runOptionsKey(projectId)])
        void queryClient.invalidateQueries({ queryKey });
    };
    return onProjectChanges(projectId, { events: ["trends-changed"], withinMs: reloadMs, reload });
  }, [queryClient, projectId]);
}

export function useCreateEvent(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (event: NewTrendEvent) => api.call(createTrendEvent, { query: { projectId }, body: event }),
    onSuccess: ({ data: { title } }) => showSuccess(`“${title}” was added to the charts`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...trendsKey(projectId), "events"] }),
  });
}

/** Deletes an event from the charts. Undo creates it again. */
export function useDeleteEvent(projectId: number) {
  const queryClient = useQueryClient();
  const { mutate: again } = useMutation({
    mutationFn: ({ at, kind, title, url, environment }: TrendEvent) =>
      api.call(createTrendEvent, { query: { projectId }, body: { at, kind, title, url, environment } }),
    onError: (error) => showError(refusalText(error, "Failed to add the event")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...trendsKey(projectId), "events"] }),
  });
  return useMutation({
    mutationFn: ({ id: eventId }: TrendEvent) =>
      api.call(deleteTrendEvent, { params: { eventId }, query: { projectId } }),
    onSuccess: (_, event) => showUndoable(`“${event.title}” was deleted`, () => again(event)),
    onError: (error) => showError(refusalText(error, "Failed to delete the event")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...trendsKey(projectId), "events"] }),
  });
}
