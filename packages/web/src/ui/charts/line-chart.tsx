import { chartCode, ChartFrame } from "./chart-frame.tsx";
import type { ChartColor, ChartItem } from "./chart-item.ts";

const LineCanvas = chartCode(async () => (await import("./line-canvas.tsx")).LineCanvas);

export interface LineChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** From left to right. A point without a value is a gap. */
  readonly points: readonly LinePoint[];
  readonly color?: ChartColor;
  /** The upper end of the axis, which begins at 0; left out, the values decide. */
  readonly max?: number;
  /** A value as the axis says it. */
  readonly format: (value: number) => string;
  /** 0 draws straight lines. */
  readonly tension?: number;
  /** Pixels. */
  readonly height?: number;
  readonly empty: string;
}

interface LinePoint extends ChartItem {
  readonly value: number | null;
}

/** Values in their order. Each point is a link, and says what it is on hover and focus. */
export function LineChart({ label, points, height = 240, empty, ...rest }: LineChartProps) {
  const drawable = points.some(({ value }) => value !== null);
  return (
    <ChartFrame label={label} height={height} empty={empty} items={drawable ? points : []}>
      <LineCanvas points={points} {...rest} />
    </ChartFrame>
  );
}
