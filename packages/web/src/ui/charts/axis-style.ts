import type { ChartColor } from "./chart-item.ts";

/** Returns the axis styles shared by all charts. */
export function axisStyle(colorOf: (color: ChartColor) => string) {
  const font = { family: "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif", size: 12 };
  const ticks = { color: colorOf("ink-3"), font };
  return {
    chart: {
      responsive: true,
      maintainAspectRatio: false,
      // Animations would suggest changes that did not happen.
      animation: false as const,
      // The strips over the canvas handle pointer events.
      events: [] as never[],
    },
    /** Axis of labels. */
    labels: {
      grid: { display: false },
      border: { display: false },
      ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 8 },
    },
    /** Axis of values. Counts, percentages and milliseconds have no decimals. */
    values: { grid: { color: colorOf("line") }, border: { display: false }, ticks: { ...ticks, precision: 0 } },
  };
}
