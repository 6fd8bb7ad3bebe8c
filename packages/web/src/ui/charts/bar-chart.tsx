import { chartCode, ChartFrame } from "./chart-frame.tsx";
import type { ColoredItem } from "./chart-item.ts";

const BarCanvas = chartCode(async () => (await import("./bar-canvas.tsx")).BarCanvas);

const rowHeight = 40;
const axisHeight = 32;

export interface BarChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** From top to bottom; a `\n` in a label breaks its line. */
  readonly bars: readonly ColoredItem[];
  /** A value as the axis says it. */
  readonly format: (value: number) => string;
  /** Pixels; as much as the bars need if left out. */
  readonly height?: number;
  readonly empty: string;
}

/** Values to compare, one bar below the other, so that long names have room. Each bar is a link, and says what it is on hover and focus. */
export function BarChart({ label, bars, format, empty, height }: BarChartProps) {
  const needed = height ?? Math.max(3, bars.length) * rowHeight + axisHeight;
  return (
    <ChartFrame label={label} height={needed} empty={empty} items={bars}>
      <BarCanvas bars={bars} format={format} />
    </ChartFrame>
  );
}
