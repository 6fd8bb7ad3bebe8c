import type { ChartColor } from "./chart-item.ts";

/** Values of one kind along the time. */
export interface TimeSeries {
  readonly name: string;
  readonly color: ChartColor;
  /** Bars stand on those before them. `ghost` is a thin line behind all others: what is compared with. */
  readonly kind: "bar" | "line" | "ghost";
  readonly dashed?: boolean;
  /** For each point; null: a gap. */
  readonly values: readonly (number | null)[];
}

/** Something that happened at a point. */
export interface TimeMark {
  readonly point: number;
  readonly color: ChartColor;
}
