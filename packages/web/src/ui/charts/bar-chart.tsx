import type { BarCanvasProps } from "./bar-canvas.tsx";
import { chartCode, ChartFrame } from "./chart-frame.tsx";

const BarCanvas = chartCode(async () => (await import("./bar-canvas.tsx")).BarCanvas);

const rowHeight = 40;
const axisHeight = 32;

interface BarChartProps extends BarCanvasProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** In pixels. Depends on the number of bars by default. */
  readonly height?: number;
  readonly empty: string;
}

/** Horizontal bar chart with space for long names. Each bar is a link with a tooltip. */
export function BarChart({ label, bars, format, empty, height }: BarChartProps) {
  const needed = height ?? Math.max(3, bars.length) * rowHeight + axisHeight;
  return (
    <ChartFrame label={label} height={needed} empty={empty} items={bars}>
      <BarCanvas bars={bars} format={format} />
    </ChartFrame>
  );
}
