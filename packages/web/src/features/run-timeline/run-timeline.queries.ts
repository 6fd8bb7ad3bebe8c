import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import { readLiveRun, readRunPace } from "@plumb/contract/runs/live-run.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { readRealtimeState } from "#lib/api/realtime.ts";
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

/** Running tests and latest failures of a run. Polls, faster without a live connection, because a test that hangs causes no event. */
export function liveRunQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId, "live"],
    queryFn: async ({ signal }) => (await api.call(readLiveRun, { params: { reportId }, signal })).data,
    refetchInterval: () => (readRealtimeState() === "on" ? 30_000 : 5000),
  });
}

/** Pace of earlier runs. They have ended, so it does not change. */
export function runPaceQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId, "pace"],
    queryFn: async ({ signal }) => (await api.call(readRunPace, { params: { reportId }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
