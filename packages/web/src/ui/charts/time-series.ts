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

/** Event at a point. */
export interface TimeMark {
  readonly point: number;
  readonly color: ChartColor;
}
