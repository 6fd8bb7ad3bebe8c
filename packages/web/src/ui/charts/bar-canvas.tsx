import { BarElement, CategoryScale, Chart, type ChartData, type ChartOptions, LinearScale } from "chart.js";
import { useMemo, useState } from "react";
import { Bar } from "react-chartjs-2";
import { axisStyle } from "./axis-style.ts";
import type { ColoredItem } from "./chart-item.ts";
import { ChartStrips } from "./chart-strips.tsx";
import { tickLabel } from "./value-axis.ts";
import { useThemeColors } from "./theme-colors.ts";
import { useDrawn } from "./use-drawn.ts";

Chart.register(CategoryScale, LinearScale, BarElement);

export interface BarCanvasProps {
  /** From top to bottom; `\n` in a label starts a new line. */
  readonly bars: readonly ColoredItem[];
  /** Formats a value of the axis. */
  readonly format: (value: number) => string;
}

/** Canvas of a BarChart, loaded separately. */
export function BarCanvas({ bars, format }: BarCanvasProps) {
  const [active, setActive] = useState<number | null>(null);
  const { drawn, chart, plugin } = useDrawn<"bar">(active);
  const colorOf = useThemeColors();
  const data = useMemo<ChartData<"bar", number[], string>>(
    () => ({
      labels: bars.map(({ label }) => label),
      datasets: [
        {
          data: bars.map(({ value }) => value),
          backgroundColor: bars.map(({ color }) => colorOf(color)),
          hoverBackgroundColor: bars.map(({ color }) => colorOf(color)),
          borderRadius: 3,
          maxBarThickness: 22,
          // Keeps small values visible.
          minBarLength: 3,
        },
      ],
    }),
    [bars, colorOf],
  );
  const options = useMemo<ChartOptions<"bar">>(() => {
    const axis = axisStyle(colorOf);
    return {
      ...axis.chart,
      indexAxis: "y",
      scales: {
        x: {
          ...axis.values,
          beginAtZero: true,
          ticks: {
            ...axis.values.ticks,
            maxRotation: 0,
            maxTicksLimit: 6,
            callback: (_value, index, ticks) => tickLabel(ticks, index, format),
          },
        },
        y: {
          ...axis.labels,
          ticks: {
            ...axis.labels.ticks,
            autoSkip: false,
            // Wraps long names, so that space is left for the bars.
            callback(index) {
              return inLines(this.getLabelForValue(Number(index)), Math.max(16, Math.floor(this.chart.width / 14)));
            },
          },
        },
      },
    };
  }, [format, colorOf]);
  return (
    <>
      <Bar ref={chart} data={data} options={options} plugins={[plugin]} role="presentation" aria-hidden />
      {drawn !== null && (
        <ChartStrips items={bars} drawn={drawn} direction="column" active={active} onActive={setActive} />
      )}
    </>
  );
}

/** Breaks a name between words into lines of at most `width` characters. Longer words stay whole. */
function inLines(name: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
