import { chartCode, ChartFrame } from "./chart-frame.tsx";
import type { LineCanvasProps } from "./line-canvas.tsx";

const LineCanvas = chartCode(async () => (await import("./line-canvas.tsx")).LineCanvas);

interface LineChartProps extends LineCanvasProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** Pixels. */
  readonly height?: number;
  readonly empty: string;
}

/** Line chart. Each point is a link with a tooltip. */
export function LineChart({ label, points, height = 240, empty, ...rest }: LineChartProps) {
  const drawable = points.some(({ value }) => value !== null);
  return (
    <ChartFrame label={label} height={height} empty={empty} items={drawable ? points : []}>
      <LineCanvas points={points} {...rest} />
    </ChartFrame>
  );
}
