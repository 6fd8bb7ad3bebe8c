import { SegmentedControl } from "@mantine/core";
import type { RunTimeline } from "@plumb/contract/runs/timeline.ts";
import { Link } from "@tanstack/react-router";
import { counted, formatDuration } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import { LaneTable } from "./lane-table.tsx";
import type { Align } from "./run-timeline.queries.ts";
import styles from "./run-timeline.module.css";
import { TimelineBalance } from "./timeline-balance.tsx";
import { TimelineChart } from "./timeline-chart.tsx";
import type { TimeWindow } from "./time-window.ts";

interface RunTimelineViewProps {
  readonly reportId: number;
  /** The whole run. */
  readonly timeline: RunTimeline;
  /** Visible part in more detail, once loaded. */
  readonly closer: RunTimeline | undefined;
  readonly window: TimeWindow;
  readonly onWindow: (window: TimeWindow | null) => void;
  readonly align: Align;
  readonly onAlign: (align: Align) => void;
  readonly onOpenResult: (resultId: number) => void;
}

/** Lanes over time, worker utilisation, and the same data as a table. */
export function RunTimelineView(props: RunTimelineViewProps) {
  const { reportId, timeline, closer, window, onWindow, align, onAlign, onOpenResult } = props;
  if (timeline.startTime === null || timeline.balance === null)
    return <NoTimeline reportId={reportId} timeline={timeline} />;
  const covered = closer !== undefined && closer.from <= window.from && closer.to >= window.to;
  return (
    <div className={styles["timeline"]}>
      <TimelineBalance timeline={timeline} balance={timeline.balance} />
      <section className={panel["panel"]} aria-labelledby="run-timeline">
        <div className={panel["head"]}>
          <h2 id="run-timeline">Run timeline</h2>
          {timeline.uploads > 1 && (
            <SegmentedControl
              className={panel["right"] ?? ""}
              size="xs"
              aria-label="Alignment of uploads"
              data={[
                { value: "clock", label: "By clock" },
                { value: "upload", label: "Starts aligned" },
              ]}
              value={align}
              onChange={(value) => onAlign(value === "upload" ? "upload" : "clock")}
            />
          )}
        </div>
        <TimelineChart
          timeline={timeline}
          marks={(covered ? closer : timeline).marks}
          window={window}
          onWindow={onWindow}
          onOpenResult={onOpenResult}
        />
        <Notes timeline={timeline} slot={(covered ? closer : timeline).slot} />
      </section>
      <LaneTable timeline={timeline} onOpenResult={onOpenResult} />
    </div>
  );
}

function NoTimeline({ reportId, timeline }: { readonly reportId: number; readonly timeline: RunTimeline }) {
  const { unplaced, waiting } = timeline;
  if (unplaced === 0) return <EmptyState title={waiting > 0 ? notStarted(waiting) : "No tests ran in this report"} />;
  return (
    <EmptyState title="No timeline for this report">
      <p className={styles["plain"]}>
        The report has no start times, so there is no timeline. Durations, if the report has them, are under Metrics.
      </p>
      <Link to="/reports/$reportId" params={{ reportId: String(reportId) }} search={{ tab: "metrics" }}>
        Show the slowest tests
      </Link>
    </EmptyState>
  );
}

/** Notes about assumptions and omissions in the chart. */
function Notes({ timeline, slot }: { readonly timeline: RunTimeline; readonly slot: number | null }) {
  const { pause, unplaced, waiting, untimed, hiddenLanes, balance } = timeline;
  const notes = [
    "One bar per attempt, on the worker that ran it.",
    slot === null
      ? ""
      : `Tests within ${formatDuration(slot)} of each other share one bar, which is red if any of them failed. Zoom in to separate them.`,
    timeline.lanes.some(({ workers }) => workers.length === 0)
      ? "If the report has no workers, tests that did not overlap share a line."
      : "",
    timeline.lanes.some(({ workers }) => workers.length > 1) ? "Replaced workers share a lane." : "",
    pause > (balance?.wall ?? 0) / 10
      ? `Nothing ran for ${formatDuration(pause)} between two uploads; align their starts to hide this gap.`
      : "",
    unplaced === 0
      ? ""
      : `${counted(unplaced, "execution")} without a plausible start time ${unplaced === 1 ? "is" : "are"} not shown.`,
    waiting === 0 ? "" : `${notStarted(waiting)}.`,
    untimed === 0
      ? ""
      : `${counted(untimed, "execution")} without a duration ${untimed === 1 ? "is" : "are"} drawn as ${untimed === 1 ? "a point" : "points"}.`,
    hiddenLanes === 0 ? "" : `${counted(hiddenLanes, "more line")} ${hiddenLanes === 1 ? "is" : "are"} not shown.`,
  ];
  return <p className={styles["notes"]}>{notes.filter((note) => note !== "").join(" ")}</p>;
}

/** Returns `34 tests have not started`. */
function notStarted(waiting: number): string {
  return `${counted(waiting, "test")} ${waiting === 1 ? "has" : "have"} not started`;
}
