import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import frame from "#ui/charts/charts.module.css";
import { FlagMarks } from "#ui/charts/flag-marks.tsx";
import { labelledPoints, xOf, yOf } from "#ui/charts/time-layout.ts";
import { type ValueAxis, valueAxis } from "#ui/charts/value-axis.ts";
import { formatDayOfMonth, formatDuration } from "#lib/format/format.ts";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { colorOf, heightOf } from "#ui/outcome/outcome-bars.tsx";
import { medianDuration, type TestLane } from "./test-lanes.ts";
import styles from "./test-timeline.module.css";
import {
  type Columns,
  flagRows,
  flagsHeight,
  laneHeight,
  type TimelineFlag,
  type TimelineLayout,
} from "./timeline-layout.ts";

interface TimelineDrawingProps {
  readonly lanes: readonly TestLane[];
  readonly lane: TestLane;
  readonly selected: TestExecution;
  readonly hovered: TestExecution | null;
  readonly bracket: readonly [TestExecution, TestExecution] | null;
  readonly columns: Columns;
  readonly layout: TimelineLayout;
  readonly flags: readonly TimelineFlag[];
}

/** Share of a lane's height by outcome. */
const heights = { high: 1, middle: 0.8, low: 0.55, least: 0.3 } as const;
const lanePadding = 2;
/** A column of many is narrower than a visible bar. */
const minBar = 2;
const maxDayLabel = 6;

/** Visual part of the chart. Buttons, the slider and a list have its content for screen readers. */
export function TimelineDrawing(drawing: TimelineDrawingProps) {
  const { lanes, columns, layout } = drawing;
  return (
    <svg className={frame["drawing"]} aria-hidden>
      {lanes.map((each, index) => (
        <Lane key={each.key} lane={each} columns={columns} layout={layout} top={flagsHeight + index * laneHeight} />
      ))}
      <Bracket {...drawing} />
      <Durations {...drawing} />
      <Days {...drawing} />
      <Flags {...drawing} />
      <Playhead {...drawing} />
    </svg>
  );
}

interface LaneProps extends Pick<TimelineDrawingProps, "columns" | "lane" | "layout"> {
  readonly top: number;
}

/** Bars of the runs. A weak bar until the next run of the lane shows that the outcome has not changed in between. */
function Lane({ lane, columns, layout, top }: LaneProps) {
  const { left, right, column } = layout;
  const bars = lane.executions.map(({ resultId, status, flaky, outage }, index) => {
    const outcome = testOutcome(status, flaky);
    const at = columns.at.get(resultId) ?? 0;
    const next = lane.executions[index + 1];
    const until = next === undefined ? at + 1 : (columns.at.get(next.resultId) ?? at + 1);
    const height = heights[heightOf(outcome)] * (laneHeight - 2 * lanePadding);
    const shape = { y: top + laneHeight - lanePadding - height, height, fill: colorOf(outcome) };
    return { resultId, shape, x: left + at * column, until: left + until * column, outage };
  });
  // Failures are drawn last, so that no other bar covers them.
  const ordered = bars.toSorted((a, b) => a.shape.height - b.shape.height);
  return (
    <>
      <rect
        className={styles["track"]}
        x={left}
        y={top + lanePadding}
        width={right - left}
        height={laneHeight - 2 * lanePadding}
        rx={3}
      />
      {ordered.map(({ resultId, shape, x, until }) => (
        <rect key={resultId} {...shape} x={x} width={until - x} opacity={0.3} />
      ))}
      {ordered.map(({ resultId, shape, x, outage }) => (
        <rect
          key={resultId}
          {...shape}
          x={x}
          width={Math.max(minBar, column - (column > 4 ? 1 : 0))}
          opacity={outage ? 0.45 : 1}
        />
      ))}
    </>
  );
}

function Bracket({ bracket, lanes, lane, columns, layout }: TimelineDrawingProps) {
  if (bracket === null) return null;
  const [from, to] = bracket.map(({ resultId }) => xOf(layout.durations, columns.at.get(resultId) ?? 0)) as [
    number,
    number,
  ];
  const top = flagsHeight + lanes.findIndex(({ key }) => key === lane.key) * laneHeight;
  return <rect className={styles["bracket"]} x={from} y={top} width={to - from} height={laneHeight} />;
}

function Durations({ lanes, lane, columns, layout }: TimelineDrawingProps) {
  const { durations: area } = layout;
  const all = lanes.flatMap((each) =>
    each.executions.map((execution) => ({ execution, isOfLane: each.key === lane.key })),
  );
  const known = all.flatMap(({ execution: { duration, status, resultId }, isOfLane }) =>
    duration === null || status === "skipped" ? [] : [{ duration, resultId, isOfLane }],
  );
  if (known.length === 0) return null;
  const axis = valueAxis(
    known.map(({ duration }) => duration),
    { fromZero: true },
  );
  const median = medianDuration(lane);
  // Dots of the selected lane cover the others.
  const dots = known.toSorted((a, b) => Number(a.isOfLane) - Number(b.isOfLane));
  return (
    <>
      <Grid axis={axis} layout={layout} />
      {median !== null && (
        <line
          className={styles["median"]}
          x1={area.left}
          x2={area.left + area.width}
          y1={yOf(area, axis, median)}
          y2={yOf(area, axis, median)}
        />
      )}
      {dots.map(({ resultId, duration, isOfLane }) => (
        <circle
          key={resultId}
          cx={xOf(area, columns.at.get(resultId) ?? 0)}
          cy={yOf(area, axis, duration)}
          r={isOfLane ? 2.5 : 1.5}
          fill={isOfLane ? "var(--brand-ink)" : "var(--ink-3)"}
          opacity={isOfLane ? 1 : 0.5}
        />
      ))}
    </>
  );
}

function Grid({
  axis: { min, max },
  layout: { durations: area },
}: {
  readonly axis: ValueAxis;
  readonly layout: TimelineLayout;
}) {
  const [top, bottom] = [area.top, area.top + area.height];
  return (
    <>
      <line className={frame["grid"]} x1={area.left} x2={area.left + area.width} y1={top} y2={top} />
      <line className={frame["grid"]} x1={area.left} x2={area.left + area.width} y1={bottom} y2={bottom} />
      <text className={frame["tick"]} x={area.left + 2} y={top + 11}>
        {max > min ? formatDuration(max) : ""}
      </text>
    </>
  );
}

function Days({ columns: { executions }, layout: { durations: area } }: TimelineDrawingProps) {
  return labelledPoints(area, maxDayLabel).map((index) => {
    const execution = executions[index];
    const isLast = index === executions.length - 1;
    return (
      execution !== undefined && (
        <text
          key={execution.resultId}
          className={frame["tick"]}
          x={xOf(area, index)}
          y={area.top + area.height + 16}
          textAnchor={isLast ? "end" : "middle"}
        >
          {formatDayOfMonth(execution.run.startTime)}
        </text>
      )
    );
  });
}

function Flags({ flags, layout: { left, right, column, durations: area } }: TimelineDrawingProps) {
  return (
    <FlagMarks
      flags={flags.map((flag) => ({ ...flag, x: left + flag.column * column }))}
      rows={flagRows}
      left={left}
      right={right}
      bottom={area.top + area.height}
    />
  );
}

function Playhead({ lanes, lane, selected, hovered, columns, layout }: TimelineDrawingProps) {
  const { durations: area, left, column } = layout;
  const at = columns.at.get(selected.resultId) ?? 0;
  const x = xOf(area, at);
  const top = flagsHeight + lanes.findIndex(({ key }) => key === lane.key) * laneHeight;
  const hover = hovered === null ? undefined : columns.at.get(hovered.resultId);
  return (
    <>
      {hover !== undefined && (
        <line
          className={frame["grid"]}
          x1={xOf(area, hover)}
          x2={xOf(area, hover)}
          y1={flagsHeight}
          y2={area.top + area.height}
        />
      )}
      <line className={styles["playhead"]} x1={x} x2={x} y1={flagsHeight} y2={area.top + area.height} />
      <rect
        className={styles["selected"]}
        x={left + at * column - 1}
        y={top + 1}
        width={Math.max(minBar, column) + 1}
        height={laneHeight - 2}
        rx={2}
      />
    </>
  );
}
