import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import type { TimeWindow } from "./time-window.ts";

export type Align = "clock" | "upload";

/** Timeline of the workers of a run, for the whole run or in more detail for a time window. */
export function timelineQuery(reportId: number, align: Align, window: TimeWindow | null) {
  return queryOptions({
    queryKey: ["report", reportId, "timeline", align, window],
    queryFn: async ({ signal }) =>
      (await api.call(readTimeline, { params: { reportId }, query: { ...window, align }, signal })).data,
    staleTime: 60_000,
    ...(window !== null && { placeholderData: keepPreviousData }),
  });
}
