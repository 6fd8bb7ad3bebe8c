import { VisuallyHidden } from "@mantine/core";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { type PointerEvent, useState } from "react";
import { counted, cut, formatDay, formatDuration } from "#lib/format/format.ts";
import { ChartFrame } from "#ui/charts/chart-frame.tsx";
import { ChartTooltip } from "#ui/charts/chart-tooltip.tsx";
import { xOf } from "#ui/charts/time-layout.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";
import { useNow } from "#ui/text/now.ts";
import { executionLabel } from "./execution-label.ts";
import type { TestEvent } from "./test-events.ts";
import { medianDuration, nearestIn, type TestLane } from "./test-lanes.ts";
import styles from "./test-timeline.module.css";
import { TimelineDrawing } from "./timeline-drawing.tsx";
import {
  type Columns,
  columnsOf,
  flagsHeight,
  flagsOf,
  laneHeight,
  timelineHeight,
  type TimelineLayout,
  timelineLayout,
} from "./timeline-layout.ts";

interface TestTimelineProps {
  /** At least one. */
  readonly lanes: readonly TestLane[];
  /** Lane of the selected run. */
  readonly lane: TestLane;
  readonly selected: TestExecution;
  /** Last pass and first failure of the lane, if it has both. */
  readonly bracket: readonly [TestExecution, TestExecution] | null;
  /** Earliest first. */
  readonly events: readonly TestEvent[];
  readonly onSelect: (execution: TestExecution) => void;
}

/** Outcomes by branch and environment, durations and events of a test on one axis. A click or a drag selects a run. */
export function TestTimeline(timeline: TestTimelineProps) {
  const { lanes, events } = timeline;
  const columns = columnsOf(lanes);
  return (
    <>
      <ChartFrame label="Runs of the test" height={timelineHeight(lanes.length)}>
        {(width) => <Plot {...timeline} columns={columns} width={width} />}
      </ChartFrame>
      {events.length > 0 && (
        <VisuallyHidden>
          <ul aria-label="Events of the test">
            {events.map(({ key, at, text }) => (
              <li key={key}>{`${formatDay(at)}: ${text}`}</li>
            ))}
          </ul>
        </VisuallyHidden>
      )}
    </>
  );
}

interface PlotProps extends TestTimelineProps {
  readonly columns: Columns;
  readonly width: number;
}

function Plot({ width, columns, ...timeline }: PlotProps) {
  const { lanes, lane, selected, bracket, events, onSelect } = timeline;
  const [hovered, setHovered] = useState<TestExecution | null>(null);
  const nowMs = Math.max(useNow(), 0);
  const layout = timelineLayout(width, lanes.length, columns.executions.length);
  const flags = flagsOf(events, columns);
  const lanesHeight = lanes.length * laneHeight;
  const column = hovered === null ? undefined : columns.at.get(hovered.resultId);
  const hints = flags.filter((flag) => flag.column === column).map(({ label }) => label);
  return (
    <>
      <TimelineDrawing {...{ lanes, lane, selected, bracket, columns, layout, flags, hovered }} />
      {lanes.map((each, index) => (
        <LaneButton
          key={each.key}
          lane={each}
          isSelected={each.key === lane.key}
          top={flagsHeight + index * laneHeight}
          width={layout.left - 8}
          onSelect={() =>
            onSelect(each.executions[nearestIn(each, columns.at, columns.at.get(selected.resultId) ?? 0)] ?? selected)
          }
        />
      ))}
      <p className={styles["durations"]} style={{ top: layout.durations.top, width: layout.left - 8 }}>
        Duration
        <span>{medianText(lane)}</span>
      </p>
      <Surface {...{ lanes, lane, columns, layout, onSelect, onHover: setHovered }} />
      {hovered !== null && column !== undefined && (
        <ChartTooltip
          text={[executionLabel(hovered, nowMs), ...hints].join("\n")}
          at={{ x: xOf(layout.durations, column), y: flagsHeight + lanesHeight }}
          width={width}
        />
      )}
    </>
  );
}

function medianText(lane: TestLane): string {
  const median = medianDuration(lane);
  return median === null ? "not reported" : `median ${formatDuration(median)}`;
}

interface LaneButtonProps {
  readonly lane: TestLane;
  readonly isSelected: boolean;
  readonly top: number;
  readonly width: number;
  readonly onSelect: () => void;
}

function LaneButton({ lane, isSelected, top, width, onSelect }: LaneButtonProps) {
  const { executions, name } = lane;
  const last = executions.at(-1);
  const outcome = last === undefined ? "" : outcomeStyles[testOutcome(last.status, last.flaky)].word.toLowerCase();
  return (
    <button
      type="button"
      className={styles["lane"]}
      style={{ top, width, height: laneHeight }}
      aria-pressed={isSelected}
      aria-label={`${cut(name, 200)}: ${counted(executions.length, "run")}, the latest ${outcome}`}
      onClick={onSelect}
    >
      <bdi dir="auto">{cut(name, 200)}</bdi>
    </button>
  );
}

interface SurfaceProps extends Pick<PlotProps, "columns" | "lane" | "lanes" | "onSelect"> {
  readonly layout: TimelineLayout;
  readonly onHover: (execution: TestExecution | null) => void;
}

/** Selects runs with the pointer. A drag stays in the lane in which it began. The slider below does the same for the keyboard. */
function Surface({ lanes, lane, columns, layout, onSelect, onHover }: SurfaceProps) {
  const [dragged, setDragged] = useState<TestLane | null>(null);
  const laneAt = (event: PointerEvent<HTMLElement>) => {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
    return lanes[Math.floor(y / laneHeight)] ?? lane;
  };
  const executionAt = (event: PointerEvent<HTMLElement>, of: TestLane) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return of.executions[nearestIn(of, columns.at, Math.floor(x / layout.column))] ?? null;
  };
  const { left, right, durations } = layout;
  return (
    <div
      className={styles["surface"]}
      style={{ left, top: flagsHeight, width: right - left, height: durations.top + durations.height - flagsHeight }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const of = laneAt(event);
        setDragged(of);
        const execution = executionAt(event, of);
        if (execution !== null) onSelect(execution);
      }}
      onPointerMove={(event) => {
        const execution = executionAt(event, dragged ?? laneAt(event));
        onHover(execution);
        if (dragged !== null && execution !== null) onSelect(execution);
      }}
      onPointerUp={() => setDragged(null)}
      onPointerCancel={() => setDragged(null)}
      onPointerLeave={() => onHover(null)}
    />
  );
}
