import type { LinkProps } from "@tanstack/react-router";
import type { ChartColor } from "./chart-item.ts";

/** Series of values over time. */
export interface TimeSeries {
  readonly name: string;
  readonly color: ChartColor;
  /** Bars are stacked in order. `ghost` is a thin line behind the other series, for a comparison. */
  readonly kind: "bar" | "line" | "ghost";
  readonly dashed?: boolean;
  /** Curvature of a line. Default: a straight line. */
  readonly tension?: number;
  /** A value per point; `null` is a gap. */
  readonly values: readonly (number | null)[];
}

/** Events at a point. */
export interface TimeMark {
  readonly point: number;
  readonly label: string;
  readonly color: ChartColor;
}

/** Explanation of a value, shown beside its point. */
export interface Callout {
  readonly point: number;
  readonly value: number;
  readonly text: string;
  readonly link: LinkProps;
}

/** Point under the pointer in any of the charts that share it. */
export interface Crosshair {
  readonly at: number | null;
  readonly onMove: (at: number | null) => void;
}
