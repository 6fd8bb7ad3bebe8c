import type { BarCanvasProps } from "./bar-canvas.tsx";
import { chartCode, ChartFrame } from "./chart-frame.tsx";

const BarCanvas = chartCode(async () => (await import("./bar-canvas.tsx")).BarCanvas);

const rowHeight = 40;
const axisHeight = 32;

interface BarChartProps extends BarCanvasProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
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
