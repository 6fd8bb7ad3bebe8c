import { readVerdictQuality } from "@plumb/contract/failures/decisions.ts";
import { listResolvedCauses, readResolutionQuality } from "@plumb/contract/failures/resolutions.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type FailureSearch, timeWindowOf } from "#lib/address/failure-search.ts";
import type { ResolutionFigure } from "#lib/address/resolution-figure.ts";
import { api } from "#lib/api/api.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";

/** Accuracy of the engine in a window. */
export function verdictQualityQuery(projectId: number, { window, startDate, endDate }: FailureSearch) {
  const zone = readerTimeZone();
  const query = {
    timeWindow: timeWindowOf({ window }),
    startDate,
    endDate,
    timeZone: window === "custom" ? zone : undefined,
  };
  return queryOptions({
    // The key starts with "failures", because the data is invalidated together with the failures.
    queryKey: ["failures", projectId, "quality", query],
    queryFn: async ({ signal }) => (await api.call(readVerdictQuality, { params: { projectId }, query, signal })).data,
  });
}

/** Interval while causes are compared again, in milliseconds. */
const pendingRefreshMs = 3000;

/** Agreement of the engine with what resolved the causes of a project. */
export function resolutionQualityQuery(projectId: number) {
  const query = { timeZone: readerTimeZone() };
  return queryOptions({
    queryKey: ["failures", projectId, "resolutions", query],
    queryFn: async ({ signal }) =>
      (await api.call(readResolutionQuality, { params: { projectId }, query, signal })).data,
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? pendingRefreshMs : false),
  });
}

/** Causes behind a figure. */
export function resolvedCausesQuery(projectId: number, figure: ResolutionFigure, page: number) {
  const { agreed, ...filter } = figure;
  const query = {
    ...filter,
    agreed: agreed === undefined ? undefined : agreed ? ("true" as const) : ("false" as const),
    timeZone: readerTimeZone(),
    page,
  };
  return queryOptions({
    queryKey: ["failures", projectId, "resolutions", "causes", query],
    queryFn: async ({ signal }) => api.call(listResolvedCauses, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
