import { readVerdictQuality } from "@plumb/contract/failures/decisions.ts";
import { queryOptions } from "@tanstack/react-query";
import { type FailureSearch, timeWindowOf } from "#lib/address/failure-search.ts";
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
