import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { coalesce } from "#lib/api/coalesce.ts";
import { onConnected, onServerEvent } from "#lib/api/realtime.ts";
import { type LiveLane, liveLanes } from "./live-lanes.ts";
import { LiveRunView } from "./live-run-view.tsx";
import { liveRunQuery, runPaceQuery } from "./run-timeline.queries.ts";

/** At most one update in this time, however many tests end. */
const updateMs = 1000;

interface LiveRunPanelProps {
  readonly report: Report;
  readonly onHide: () => void;
}

/** Workers and failures of a running run. After its end, shows its last state until the user hides it, so that the page does not move. */
export function LiveRunPanel({ report, onHide }: LiveRunPanelProps) {
  const isRunning = report.status === "running";
  const live = useQuery(liveRunQuery(report.id));
  const pace = useQuery(runPaceQuery(report.id));
  useUpdates(report.id);
  const lanes = useLanes(live.data?.running);
  // Differs if the clocks of server and browser differ.
  const skewMs = live.data === undefined ? 0 : live.dataUpdatedAt - Date.parse(live.data.now);
  return (
    <LiveRunView
      report={report}
      live={live.data}
      pace={pace.data ?? null}
      lanes={lanes}
      skewMs={skewMs}
      failed={live.isError && live.data === undefined}
      onHide={isRunning ? null : onHide}
    />
  );
}

/** Keeps lanes in their places while tests come and go. */
function useLanes(running: Parameters<typeof liveLanes>[1] | undefined): readonly LiveLane[] {
  const [state, setState] = useState<{ from: typeof running; lanes: readonly LiveLane[] }>({
    from: undefined,
    lanes: [],
  });
  if (running === undefined || running === state.from) return state.lanes;
  const lanes = liveLanes(state.lanes, running);
  setState({ from: running, lanes });
  return lanes;
}

function useUpdates(reportId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = liveRunQuery(reportId);
    const update = coalesce(() => void queryClient.invalidateQueries({ queryKey }), updateMs);
    const onRun = (event: { readonly reportId: number }) => event.reportId === reportId && update.call();
    const stops = [
      onServerEvent("test-updated", onRun),
      onServerEvent("test-execution-completed", onRun),
      onConnected(update.call),
      update.cancel,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, reportId]);
}
