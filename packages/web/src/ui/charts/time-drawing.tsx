import { useId } from "react";
import type { ChartColor, ChartItem } from "./chart-item.ts";
import { bandOf, labelledPoints, type TimeLayout, xOf, yOf } from "./time-layout.ts";
import type { TimeMark, TimeSeries } from "./time-series.ts";
import styles from "./time-chart.module.css";
import type { ValueAxis } from "./value-axis.ts";

interface TimeDrawingProps {
  readonly points: readonly ChartItem[];
  readonly series: readonly TimeSeries[];
  readonly axis: ValueAxis;
  readonly format: (value: number) => string;
  readonly marks: readonly TimeMark[];
  readonly layout: TimeLayout;
  readonly active: number | null;
  readonly marked: readonly [number, number] | null;
}

/** Pixels by which a dot at the end of the axis extends beyond it. */
const dotRoom = 6;
/** Charts with more points show no dots. */
const maxDots = 60;

/** Visual part of the chart; its text alternative is next to it. */
export function TimeDrawing(drawing: TimeDrawingProps) {
  const { series, axis, layout, active, marked } = drawing;
  const ghosts = series.filter(({ kind }) => kind === "ghost");
  const bars = series.filter(({ kind }) => kind === "bar");
  const lines = series.filter(({ kind }) => kind === "line");
  const clip = useId();
  return (
    <svg className={styles["drawing"]} aria-hidden>
      <clipPath id={clip}>
        <rect x={0} y={layout.top - dotRoom} width="100%" height={layout.height + 2 * dotRoom} />
      </clipPath>
      <Axes {...drawing} />
      {marked !== null && (
        <rect
          className={styles["marked"]}
          x={xOf(layout, marked[0]) - bandOf(layout) / 2}
          y={layout.top}
          width={(marked[1] - marked[0] + 1) * bandOf(layout)}
          height={layout.height}
        />
      )}
      {bars.map(({ name, color, values }, index) => (
        <path key={name} fill={variable(color)} d={barPath(values, bars.slice(0, index), layout, axis)} />
      ))}
      {[...ghosts, ...lines].map((line) => (
        <LineOf key={line.name} line={line} layout={layout} axis={axis} active={active} clip={clip} />
      ))}
      <Marks {...drawing} />
    </svg>
  );
}

function variable(color: ChartColor): string {
  return `var(--${color})`;
}

function Axes({ points, axis, format, layout }: TimeDrawingProps) {
  const { left, top, width, height } = layout;
  const longest = Math.max(...points.map(({ label }) => label.length), 1);
  return (
    <>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles["grid"]}
            x1={left}
            x2={left + width}
            y1={yOf(layout, axis, tick)}
            y2={yOf(layout, axis, tick)}
          />
          <text className={styles["tick"]} x={left - 8} y={yOf(layout, axis, tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {labelledPoints(layout, longest).map((index) => (
        <text
          key={index}
          className={styles["tick"]}
          x={Math.min(xOf(layout, index), left + width)}
          y={top + height + 17}
          textAnchor={index === layout.count - 1 && layout.count > 1 ? "end" : "middle"}
        >
          {points[index]?.label}
        </text>
      ))}
    </>
  );
}

/** Returns a single path for all bars of a series, because a year has 365. */
function barPath(
  values: TimeSeries["values"],
  below: readonly TimeSeries[],
  layout: TimeLayout,
  axis: ValueAxis,
): string {
  const band = bandOf(layout);
  const width = Math.max(1, Math.min(band * 0.72, 36));
  const parts = values.map((value, index) => {
    if (value === null || value <= 0) return "";
    const base = below.reduce((sum, series) => sum + (series.values[index] ?? 0), 0);
    const [bottom, top] = [yOf(layout, axis, base), yOf(layout, axis, base + value)];
    const x = xOf(layout, index) - width / 2;
    // Keeps small values visible.
    return `M${x.toFixed(1)} ${bottom.toFixed(1)}h${width.toFixed(1)}V${Math.min(top, bottom - 1).toFixed(1)}h-${width.toFixed(1)}z`;
  });
  return parts.join("");
}

interface LineOfProps {
  readonly line: TimeSeries;
  readonly layout: TimeLayout;
  readonly axis: ValueAxis;
  readonly active: number | null;
  /** Id of the area to which lines are clipped. */
  readonly clip: string;
}

function LineOf({ line: { values, color, kind, dashed = false }, layout, axis, active, clip }: LineOfProps) {
  const ghost = kind === "ghost";
  const dots = ghost
    ? []
    : values.flatMap((value, index) => (value === null || !hasDot(values, index, active) ? [] : [index]));
  return (
    <g clipPath={`url(#${clip})`}>
      {/* Connects the line across gaps. */}
      <path className={styles["bridge"]} stroke={variable(color)} d={linePath(values, layout, axis, true)} />
      <path
        className={styles["line"]}
        data-ghost={ghost}
        stroke={variable(color)}
        strokeDasharray={dashed ? "5 4" : undefined}
        d={linePath(values, layout, axis, false)}
      />
      {dots.map((index) => (
        <circle
          key={index}
          cx={xOf(layout, index)}
          cy={yOf(layout, axis, values[index] ?? 0)}
          r={index === active ? 4.5 : values.length > 31 ? 2 : 3}
          fill={index === active ? variable(color) : "var(--panel)"}
          stroke={variable(color)}
          strokeWidth={1.5}
        />
      ))}
    </g>
  );
}

/** Returns whether a point has a dot. With many points, only points between two gaps have one, because no line shows them. */
function hasDot(values: TimeSeries["values"], index: number, active: number | null): boolean {
  if (index === active || values.length <= maxDots) return true;
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

/** @param over Whether the line spans gaps to the next value. */
function linePath(values: TimeSeries["values"], layout: TimeLayout, axis: ValueAxis, over: boolean): string {
  let path = "";
  let drawing = false;
  for (const [index, value] of values.entries()) {
    if (value !== null)
      path += `${drawing ? "L" : "M"}${xOf(layout, index).toFixed(1)} ${yOf(layout, axis, value, true).toFixed(1)}`;
    drawing = value !== null || (over && drawing);
  }
  return path;
}

/** Markers of events: a line through the chart and a triangle above it. */
function Marks({ marks, layout }: TimeDrawingProps) {
  return marks.map(({ point, color }, index) => {
    const x = xOf(layout, point);
    return (
      <g key={index}>
        <line
          className={styles["mark"]}
          stroke={variable(color)}
          x1={x}
          x2={x}
          y1={layout.top}
          y2={layout.top + layout.height}
        />
        <path fill={variable(color)} d={`M${x - 5} ${layout.top - 9}h10l-5 8z`} />
      </g>
    );
  });
}
