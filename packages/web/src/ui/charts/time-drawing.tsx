import { useId } from "react";
import type { ChartColor, ChartItem } from "./chart-item.ts";
import type { Spot } from "./chart-tooltip.tsx";
import frame from "./charts.module.css";
import { FlagMarks } from "./flag-marks.tsx";
import { bandOf, characterWidth, labelledPoints, type TimeLayout, xOf, yOf } from "./time-layout.ts";
import type { TimeMark, TimeSeries } from "./time-series.ts";
import styles from "./time-chart.module.css";
import { type TickFormat, tickLabels, type ValueAxis } from "./value-axis.ts";

interface TimeDrawingProps {
  readonly points: readonly ChartItem[];
  readonly series: readonly TimeSeries[];
  readonly axis: ValueAxis;
  readonly format: TickFormat;
  readonly marks?: readonly TimeMark[];
  /** Upper edges of the rows for the labels of marks. */
  readonly markRows?: readonly number[];
  readonly layout: TimeLayout;
  readonly active: number | null;
  /** Active point of another chart. */
  readonly crosshair?: number | null;
  readonly marked?: readonly [number, number] | null;
}

/** Pixels by which a dot at the end of the axis extends beyond it. */
const dotRoom = 6;
/** Charts with more points show no dots. */
const maxDots = 60;

/** Visual part of the chart; its text alternative is next to it. */
export function TimeDrawing(drawing: TimeDrawingProps) {
  const { series, axis, layout, active, crosshair = null, marked = null } = drawing;
  const ghosts = series.filter(({ kind }) => kind === "ghost");
  const bars = series.filter(({ kind }) => kind === "bar");
  const lines = series.filter(({ kind }) => kind === "line");
  const clip = useId();
  return (
    <svg className={frame["drawing"]} aria-hidden>
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
      {crosshair !== null && active === null && crosshair < layout.count && (
        <line
          className={styles["crosshair"]}
          data-crosshair
          x1={xOf(layout, crosshair)}
          x2={xOf(layout, crosshair)}
          y1={layout.top}
          y2={layout.top + layout.height}
        />
      )}
    </svg>
  );
}

function variable(color: ChartColor): string {
  return `var(--${color})`;
}

function Axes({ points, axis, format, layout }: TimeDrawingProps) {
  const { left, top, width, height } = layout;
  const longest = Math.max(...points.map(({ label }) => label.length), 1);
  const labels = tickLabels(axis.ticks, format);
  const fits = longest * characterWidth <= bandOf(layout);
  return (
    <>
      {axis.ticks.map((tick, index) => (
        <g key={tick} transform={`translate(${left} ${yOf(layout, axis, tick)})`}>
          <line className={frame["grid"]} x2={width} />
          <text className={frame["tick"]} x={-8} y={4} textAnchor="end">
            {labels[index]}
          </text>
        </g>
      ))}
      {labelledPoints(layout, longest).map((index) => (
        <text
          key={index}
          className={frame["tick"]}
          x={xOf(layout, index)}
          y={top + height + 17}
          textAnchor={index === layout.count - 1 && layout.count > 1 && !fits ? "end" : "middle"}
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

function LineOf({ line, layout, axis, active, clip }: LineOfProps) {
  const { values, color, kind, dashed = false, tension = 0 } = line;
  const ghost = kind === "ghost";
  const dots = ghost
    ? []
    : values.flatMap((value, index) => (value === null || !hasDot(values, index, active) ? [] : [index]));
  const spots = values.map((value, index) =>
    value === null ? null : { x: xOf(layout, index), y: yOf(layout, axis, value, true) },
  );
  return (
    <g clipPath={`url(#${clip})`}>
      <path className={styles["bridge"]} stroke={variable(color)} d={bridgePath(spots)} />
      <path
        className={styles["line"]}
        data-ghost={ghost}
        stroke={variable(color)}
        strokeDasharray={dashed ? "5 4" : undefined}
        d={linePath(spots, tension, layout)}
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

function linePath(spots: readonly (Spot | null)[], tension: number, layout: TimeLayout): string {
  const parts = spots.map((spot, index) => {
    if (spot === null) return "";
    const before = spots[index - 1];
    if (before === null || before === undefined) return `M${text(spot)}`;
    if (tension === 0) return `L${text(spot)}`;
    const leaving = controlPoint(spots[index - 2] ?? before, before, spot, tension, layout);
    const arriving = controlPoint(spots[index + 1] ?? spot, spot, before, tension, layout);
    return `C${text(leaving)} ${text(arriving)} ${text(spot)}`;
  });
  return parts.join("");
}

/** Connects the line across gaps. */
function bridgePath(spots: readonly (Spot | null)[]): string {
  const known = spots.flatMap((spot, index) => (spot === null ? [] : [{ spot, index }]));
  const parts = known.map(({ spot, index }, at) => {
    const before = known[at - 1];
    return before === undefined || before.index === index - 1 ? "" : `M${text(before.spot)}L${text(spot)}`;
  });
  return parts.join("");
}

function text({ x, y }: Spot): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Returns the control point next to `at` of a curve from `at` to `to`, whose other neighbour is `from`. */
function controlPoint(from: Spot, at: Spot, to: Spot, tension: number, { top, height }: TimeLayout): Spot {
  const [before, after] = [Math.hypot(at.x - from.x, at.y - from.y), Math.hypot(to.x - at.x, to.y - at.y)];
  const share = (tension * after) / (before + after);
  const y = at.y + share * (to.y - from.y);
  // A curve lies between its control points, so that it does not exceed the axis.
  return { x: at.x + share * (to.x - from.x), y: Math.min(top + height, Math.max(top, y)) };
}

function Marks({ marks = [], markRows = [0], layout }: TimeDrawingProps) {
  return (
    <FlagMarks
      flags={marks.map(({ point, label, color }) => ({ key: `${point}`, x: xOf(layout, point), label, color }))}
      rows={markRows}
      left={layout.left}
      right={layout.left + layout.width}
      bottom={layout.top + layout.height}
    />
  );
}
