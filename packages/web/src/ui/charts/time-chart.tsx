import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import type { ChartItem } from "./chart-item.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import frame from "./charts.module.css";
import { ItemText } from "./item-text.tsx";
import { TimeDrawing } from "./time-drawing.tsx";
import { bandOf, layoutOf, type TimeLayout, xOf, yOf } from "./time-layout.ts";
import { labelHeight, placeLabels } from "./place-labels.ts";
import type { Callout, Crosshair, TimeMark, TimeSeries } from "./time-series.ts";
import { type TimeSelection, useTimeSelection } from "./use-time-selection.ts";
import styles from "./time-chart.module.css";
import type { TickFormat, ValueAxis } from "./value-axis.ts";

export interface TimeChartProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** Points from left to right, with the label, the full text and the link. */
  readonly points: readonly ChartItem[];
  readonly series: readonly TimeSeries[];
  readonly axis: ValueAxis;
  readonly format: TickFormat;
  readonly marks?: readonly TimeMark[] | undefined;
  /** Explanations of values. */
  readonly callouts?: readonly Callout[] | undefined;
  readonly crosshair?: Crosshair | undefined;
  /** Called when the user selects a range by dragging or with Shift and the arrow keys. Without it, ranges cannot be selected. */
  readonly onRange?: ((first: number, last: number) => void) | undefined;
  /** Pixels. */
  readonly height?: number;
}

/**
 * Chart of values over time as bars and lines. The point under the pointer, or selected with the arrow keys, has a tooltip and
 * a link. Dragging, or Shift with arrow keys and Enter, selects a range.
 */
export function TimeChart({ height = 220, ...chart }: TimeChartProps) {
  return (
    <ChartFrame label={chart.label} height={height}>
      {(width) => <Plot {...chart} width={width} height={height} />}
    </ChartFrame>
  );
}

interface PlotProps extends TimeChartProps {
  readonly width: number;
  readonly height: number;
}

/** A narrower chart has no room for the labels of marks. */
const labelsFrom = 700;

function Plot({ label, points, series, axis, format, marks = [], callouts = [], crosshair, ...plot }: PlotProps) {
  const { onRange, width, height } = plot;
  const markRows = width < labelsFrom ? [] : [0, labelHeight];
  const top = Math.max(1, markRows.length) * labelHeight;
  const layout = layoutOf({ width, height, count: points.length, axis, format, top });
  const selection = useTimeSelection({ layout, count: points.length, onRange, onActive: crosshair?.onMove });
  const { active, marked } = selection;
  const point = points[active ?? points.length - 1];
  return (
    <>
      <TimeDrawing
        {...{ points, series, axis, format, marks, markRows, layout, active, marked }}
        crosshair={crosshair?.at ?? null}
      />
      {point !== undefined && (
        <Surface
          {...{ selection, layout, label, point }}
          index={active ?? points.length - 1}
          zoomable={onRange !== undefined}
        />
      )}
      <Callouts callouts={callouts} layout={layout} axis={axis} />
      {active !== null && point !== undefined && marked === null && (
        <ChartTooltip
          text={point.text}
          at={{ x: xOf(layout, active), y: topOf(series, active, layout, axis) }}
          width={width}
        />
      )}
    </>
  );
}

interface CalloutsProps {
  readonly callouts: readonly Callout[];
  readonly layout: TimeLayout;
  readonly axis: ValueAxis;
}

const maxCalloutLetters = 70;

/** Explanations beside their points. One without room is left out; the page has all of them below the charts. */
function Callouts({ callouts, layout, axis }: CalloutsProps) {
  const { left, top, width, height } = layout;
  const spots = callouts.map(({ point, value }) => ({ x: xOf(layout, point), y: yOf(layout, axis, value) }));
  const limit = (y: number) => Math.min(top + height - labelHeight, Math.max(top, y - labelHeight / 2));
  const labels = placeLabels(
    callouts.map(({ text }, index) => {
      const { x, y } = spots[index] ?? { x: left, y: top };
      return { x, text, ys: [1, 0, 2, -1, 3, -2, 4].map((row) => limit(y + row * (labelHeight + 2))) };
    }),
    { left, right: left + width, maxLetters: maxCalloutLetters },
  );
  return callouts.map(({ point, text, link }, index) => {
    const [label, spot] = [labels[index] ?? null, spots[index]];
    if (label === null || spot === undefined) return null;
    const x = label.side === "right" ? spot.x + 10 : spot.x - 10;
    return (
      <Fragment key={point}>
        <svg className={frame["drawing"]} aria-hidden style={{ pointerEvents: "none" }}>
          <path className={styles["leader"]} d={`M${spot.x} ${spot.y}L${x} ${label.y + labelHeight / 2}`} />
        </svg>
        <Link {...link} className={styles["callout"]} data-side={label.side} style={{ left: x, top: label.y }}>
          <VisuallyHidden>{text}</VisuallyHidden>
          <span aria-hidden>{label.text}</span>
        </Link>
      </Fragment>
    );
  });
}

interface SurfaceProps {
  readonly selection: TimeSelection;
  readonly layout: TimeLayout;
  readonly label: string;
  readonly point: ChartItem;
  readonly index: number;
  readonly zoomable: boolean;
}

/**
 * Handles the pointer and keys. The keyboard focus stays on one element that announces the position. A link covers the active
 * point for the pointer, and Enter follows it.
 */
function Surface({ selection: { on, active, isMarking }, layout, label, point, index, zoomable }: SurfaceProps) {
  const band = bandOf(layout);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- interactive elements are inside; this only tracks the pointer
    <div
      className={styles["surface"]}
      data-zoomable={zoomable}
      style={{ left: layout.left, top: layout.top, width: layout.width, height: layout.height }}
      {...on}
    >
      <div
        className={styles["keys"]}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input of a range would draw its own thumb and say a number
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={layout.count}
        aria-valuenow={index + 1}
        aria-valuetext={point.text}
      />
      <div
        className={styles["point"]}
        data-active={active !== null && !isMarking}
        style={{ left: index * band, width: Math.max(band, 2) }}
      >
        <ItemText item={point} className={frame["strip"]} tabIndex={-1}>
          <VisuallyHidden>{point.text}</VisuallyHidden>
        </ItemText>
      </div>
    </div>
  );
}

/** Returns the vertical position of the highest value at this point, so that the tooltip covers no value. */
function topOf(series: readonly TimeSeries[], index: number, layout: TimeLayout, axis: ValueAxis): number {
  let [stack, top] = [0, axis.min];
  for (const { kind, values } of series) {
    const value = values[index] ?? null;
    if (value === null || kind === "ghost") continue;
    if (kind === "bar") stack += value;
    top = Math.max(top, stack, kind === "line" ? value : 0);
  }
  return yOf(layout, axis, top);
}
