import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { RunTimeline } from "@plumb/contract/runs/timeline.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { ReportSearch } from "#lib/address/report-search.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { type Align, timelineQuery } from "./run-timeline.queries.ts";
import { RunTimelineView } from "./run-timeline-view.tsx";
import { windowOfWord, windowWord } from "./time-window.ts";

const restMs = 200;

interface RunTimelinePanelProps {
  readonly reportId: number;
  readonly onOpenResult: (resultId: number) => void;
}

/** The run's worker timeline. The URL contains the visible part. */
export function RunTimelinePanel({ reportId, onOpenResult }: RunTimelinePanelProps) {
  const { align = "clock" } = useSearch({ from: "/guarded/reports/$reportId" });
  const full = useQuery({ ...timelineQuery(reportId, align, null), placeholderData: keepPreviousData });
  if (full.data === undefined) {
    return full.isError ? (
      <ErrorPanel error={full.error} fallback="Failed to fetch timeline" onRetry={() => void full.refetch()} />
    ) : (
      <Skeleton height={360} animate={false} aria-busy />
    );
  }
  return <LoadedTimeline reportId={reportId} timeline={full.data} align={align} onOpenResult={onOpenResult} />;
}

interface LoadedTimelineProps extends RunTimelinePanelProps {
  readonly timeline: RunTimeline;
  readonly align: Align;
}

/** Loads more detail of the visible part of a large run, and updates the URL, when zooming and panning have stopped. */
function LoadedTimeline({ reportId, timeline, align, onOpenResult }: LoadedTimelineProps) {
  const { zoom } = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const keep = useCallback(
    (changes: Pick<ReportSearch, "zoom" | "align">) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  );
  const [window, setWindow] = useState(() => windowOfWord(zoom, timeline.duration));
  const [rested] = useDebouncedValue(window, restMs);
  const closer = useQuery({
    ...timelineQuery(reportId, align, rested),
    enabled: rested !== null && timeline.slot !== null,
  });
  const all = rested === null || rested.to - rested.from >= timeline.duration;
  const word = all ? undefined : windowWord(rested);
  const keepWord = useEffectEvent((next: string | undefined) => {
    if (next !== zoom) keep({ zoom: next });
  });
  useEffect(() => keepWord(word), [word]);
  return (
    <RunTimelineView
      reportId={reportId}
      timeline={timeline}
      closer={window === null ? undefined : closer.data}
      window={window ?? { from: 0, to: timeline.duration }}
      onWindow={setWindow}
      align={align}
      onAlign={(next) => {
        // The times of one alignment do not apply to the other.
        setWindow(null);
        keep({ align: next === "clock" ? undefined : next, zoom: undefined });
      }}
      onOpenResult={onOpenResult}
    />
  );
}
