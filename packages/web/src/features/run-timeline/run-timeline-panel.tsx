import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { type Align, timelineQuery } from "./run-timeline.queries.ts";
import { RunTimelineView } from "./run-timeline-view.tsx";
import type { TimeWindow } from "./time-window.ts";

const restMs = 200;

interface RunTimelinePanelProps {
  readonly reportId: number;
  readonly onOpenResult: (resultId: number) => void;
}

/** What each worker of a run did when. A closer look at a large run is fetched when it has come to rest. */
export function RunTimelinePanel({ reportId, onOpenResult }: RunTimelinePanelProps) {
  const [align, setAlign] = useState<Align>("clock");
  const [window, setWindow] = useState<TimeWindow | null>(null);
  const [rested] = useDebouncedValue(window, restMs);
  const whole = useQuery(timelineQuery(reportId, align, null));
  const closer = useQuery({
    ...timelineQuery(reportId, align, rested),
    enabled: rested !== null && whole.data !== undefined && whole.data.slot !== null,
  });
  if (whole.data === undefined) {
    return whole.isError ? (
      <ErrorPanel error={whole.error} fallback="Failed to fetch timeline" onRetry={() => void whole.refetch()} />
    ) : (
      <Skeleton height={360} animate={false} aria-busy />
    );
  }
  return (
    <RunTimelineView
      reportId={reportId}
      timeline={whole.data}
      closer={window === null ? undefined : closer.data}
      window={window ?? { from: 0, to: whole.data.duration }}
      onWindow={setWindow}
      align={align}
      onAlign={(next) => {
        setAlign(next);
        setWindow(null);
      }}
      onOpenResult={onOpenResult}
    />
  );
}
