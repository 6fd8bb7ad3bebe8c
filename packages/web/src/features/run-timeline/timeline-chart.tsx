import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { RunTimeline, TimelineMark } from "@plumb/contract/runs/timeline.ts";
import { IconArrowsHorizontal, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { type KeyboardEvent, useContext, useMemo, useState } from "react";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import { laneName, lastLane, markText } from "./lane-text.ts";
import { MarksByLane, nextMark } from "./marks-by-lane.ts";
import styles from "./run-timeline.module.css";
import { panned, tickLabel, ticks, type TimeWindow, zoomed } from "./time-window.ts";
import { TimelineCanvas } from "./timeline-canvas.tsx";

const pixelsPerTick = 90;

interface TimelineChartProps {
  readonly timeline: RunTimeline;
  readonly marks: readonly TimelineMark[];
  readonly window: TimeWindow;
  readonly onWindow: (window: TimeWindow | null) => void;
  readonly onOpenResult: (resultId: number) => void;
}

/** Lanes over time with their names and a time axis. All pointer actions are also available by keyboard. */
export function TimelineChart({ timeline, marks, window, onWindow, onOpenResult }: TimelineChartProps) {
  const { lanes, duration } = timeline;
  const { ref, width } = useElementSize();
  const [active, setActive] = useState<TimelineMark | null>(null);
  const runEnded = useContext(RunEnded);
  const [byKeyboard, setByKeyboard] = useState(false);
  const byLane = useMemo(() => new MarksByLane(marks, lanes.length), [marks, lanes.length]);
  const full = window.to - window.from >= duration;
  const middle = (window.from + window.to) / 2;
  const zoom = (factor: number, around = middle) => onWindow(zoomed(window, factor, around, duration));

  const keys: Record<string, () => void> = {
    "+": () => zoom(0.5, active?.start),
    "=": () => zoom(0.5, active?.start),
    "-": () => zoom(2, active?.start),
    "0": () => onWindow(null),
    Enter: () => {
      if (active !== null) onOpenResult(active.resultId);
    },
  };
  const pan = ({ along }: Direction) => onWindow(panned(window, 0.25 * along, duration));
  const go = (direction: Direction) => {
    const next = nextMark(byLane, active, direction, window);
    if (next === null) return;
    setByKeyboard(true);
    setActive(next);
    if (next.start < window.from || next.start > window.to)
      onWindow(panned(window, (next.start - middle) / (window.to - window.from), duration));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    const action = direction === undefined ? keys[event.key] : () => (event.shiftKey ? pan(direction) : go(direction));
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  return (
    <div className={styles["chart"]}>
      <TimelineTools whole={full} onZoom={zoom} onShowAll={() => onWindow(null)} />
      <div className={styles["axis"]} aria-hidden>
        <div ref={ref}>
          <TimeTicks window={window} width={width} />
        </div>
      </div>
      <div className={styles["scroller"]}>
        <LaneNames timeline={timeline} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
        <div
          className={styles["canvas"]}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is operated by keys
          tabIndex={0}
          role="application"
          aria-label="Run timeline. Use the arrow keys to move between tests, Enter to open one, plus and minus to zoom, 0 to show all, and Shift with an arrow key to move the view."
          onKeyDown={onKeyDown}
          onBlur={() => setActive(null)}
        >
          <TimelineCanvas
            byLane={byLane}
            width={width}
            window={window}
            duration={duration}
            active={active}
            onActive={(mark) => {
              setByKeyboard(false);
              setActive(mark);
            }}
            onWindow={onWindow}
            onOpenResult={onOpenResult}
          />
          <VisuallyHidden aria-live="polite">
            {active !== null && byKeyboard && spoken(active, runEnded, laneName(lanes, active.lane))}
          </VisuallyHidden>
        </div>
      </div>
    </div>
  );
}

interface Direction {
  readonly along: -1 | 0 | 1;
  readonly across: -1 | 0 | 1;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: { along: -1, across: 0 },
  ArrowRight: { along: 1, across: 0 },
  ArrowUp: { along: 0, across: -1 },
  ArrowDown: { along: 0, across: 1 },
};

function spoken(mark: TimelineMark, runEnded: boolean, lane: string): string {
  const { name, facts } = markText(mark, runEnded);
  return `${name}, ${facts}, ${lane}`;
}

interface TimelineToolsProps {
  /** Whether the whole run is visible. */
  readonly whole: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onShowAll: () => void;
}

function TimelineTools({ whole, onZoom, onShowAll }: TimelineToolsProps) {
  return (
    <div className={styles["tools"]}>
      <ul className={styles["legend"]} aria-label="Legend">
        <li data-status="passed">Passed</li>
        <li data-status="failed">Failed</li>
        <li data-status="error">Errored</li>
        <li data-status="idle">Idle</li>
      </ul>
      <span className={styles["hint"]} aria-hidden>
        Drag or Ctrl + scroll to zoom, click to open a test
      </span>
      <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onZoom(0.5)}>
        <IconZoomIn size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Zoom out" disabled={whole} onClick={() => onZoom(2)}>
        <IconZoomOut size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Show all" disabled={whole} onClick={onShowAll}>
        <IconArrowsHorizontal size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Times above the lanes, as many as fit. */
function TimeTicks({ window, width }: { readonly window: TimeWindow; readonly width: number }) {
  const tickTimes = ticks(window, Math.max(2, Math.floor(width / pixelsPerTick)));
  const step = (tickTimes[1] ?? window.to) - (tickTimes[0] ?? window.from);
  return (
    <>
      {tickTimes.map((time) => (
        <span key={time} style={{ left: `${(100 * (time - window.from)) / Math.max(1, window.to - window.from)}%` }}>
          {tickLabel(time, step)}
        </span>
      ))}
    </>
  );
}

function LaneNames({ timeline }: { readonly timeline: RunTimeline }) {
  const { lanes } = timeline;
  const last = lastLane(timeline);
  return (
    <ul className={styles["names"]} aria-label="Lanes">
      {lanes.map((lane, index) => (
        <li key={index} title={`${laneName(lanes, index)}${index === last ? ": ends last" : ""}`}>
          <span>{laneName(lanes, index)}</span>
          {index === last && <span className={styles["tag"]}>Ends last</span>}
        </li>
      ))}
    </ul>
  );
}
