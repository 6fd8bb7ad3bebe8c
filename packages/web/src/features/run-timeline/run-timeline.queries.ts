import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import type { TimeWindow } from "./time-window.ts";

export type Align = "clock" | "upload";

/** Worker timeline of the whole run, or of a time window in more detail. */
export function timelineQuery(reportId: number, align: Align, window: TimeWindow | null) {
  return queryOptions({
    queryKey: ["report", reportId, "timeline", align, window],
    queryFn: async ({ signal }) =>
      (await api.call(readTimeline, { params: { reportId }, query: { ...window, align }, signal })).data,
    staleTime: 60_000,
    ...(window !== null && { placeholderData: keepPreviousData }),
  });
}
