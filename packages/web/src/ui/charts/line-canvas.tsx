import {
  CategoryScale,
  Chart,
  type ChartData,
  type ChartOptions,
  LinearScale,
  LineElement,
  PointElement,
} from "chart.js";
import { useMemo, useState } from "react";
import { Line } from "react-chartjs-2";
import { axisStyle } from "./axis-style.ts";
import { ChartStrips } from "./chart-strips.tsx";
import type { ChartColor, ChartItem } from "./chart-item.ts";
import { useThemeColors } from "./theme-colors.ts";
import { useDrawn } from "./use-drawn.ts";
import { tickLabel } from "./value-axis.ts";

Chart.register(CategoryScale, LinearScale, LineElement, PointElement);

export interface LineCanvasProps {
  /** From left to right. A point without a value is a gap. */
  readonly points: readonly LinePoint[];
  readonly color?: ChartColor;
  /** Upper end of the axis, which starts at 0. By default, it depends on the values. */
  readonly max?: number;
  /** Formats a value of the axis. */
  readonly format: (value: number) => string;
  /** 0 draws straight lines. */
  readonly tension?: number;
}

interface LinePoint extends ChartItem {
  readonly value: number | null;
}

/** Canvas of a LineChart, loaded separately. */
export function LineCanvas({ points, color = "brand-ink", max, format, tension = 0 }: LineCanvasProps) {
  const [active, setActive] = useState<number | null>(null);
  const { drawn, chart, plugin } = useDrawn<"line">(active);
  const colorOf = useThemeColors();
  const data = useMemo<ChartData<"line", (number | null)[], string>>(
    () => ({
      labels: points.map(({ label }) => label),
      datasets: [
        {
          data: points.map(({ value }) => value),
          tension,
          borderColor: colorOf(color),
          borderWidth: 2,
          pointBackgroundColor: colorOf("panel"),
          pointHoverBackgroundColor: colorOf(color),
          pointBorderColor: colorOf(color),
          pointHoverBorderColor: colorOf(color),
          pointBorderWidth: 2,
          pointRadius: 4,
          pointHoverRadius: 6,
          // Curves can exceed the axis, and points beyond it must stay visible.
          clip: false,
        },
      ],
    }),
    [points, tension, color, colorOf],
  );
  const options = useMemo<ChartOptions<"line">>(() => {
    const axis = axisStyle(colorOf);
    return {
      ...axis.chart,
      scales: {
        // Adds a band around each point for its strip.
        x: { ...axis.labels, offset: true },
        y: {
          ...axis.values,
          beginAtZero: true,
          ...(max !== undefined && { max }),
          ticks: {
            ...axis.values.ticks,
            ...(max === undefined ? { maxTicksLimit: 5 } : { stepSize: max / 4 }),
            callback: (_value, index, ticks) => tickLabel(ticks, index, format),
          },
        },
      },
    };
  }, [max, format, colorOf]);
  return (
    <>
      <Line ref={chart} data={data} options={options} plugins={[plugin]} role="presentation" aria-hidden />
      {drawn !== null && (
        <ChartStrips items={points} drawn={drawn} direction="row" active={active} onActive={setActive} />
      )}
    </>
  );
}
