import type { ChartColor } from "./chart-item.ts";

/** How the axes of all charts look. */
export function axisStyle(colorOf: (color: ChartColor) => string) {
  const font = { family: "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif", size: 12 };
  const ticks = { color: colorOf("ink-3"), font };
  return {
    chart: {
      responsive: true,
      maintainAspectRatio: false,
      // Nothing went anywhere: there is nothing that motion could show.
      animation: false as const,
      // The strips over the canvas hear the pointer.
      events: [] as never[],
    },
    /** The axis of names. */
    labels: {
      grid: { display: false },
      border: { display: false },
      ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 8 },
    },
    /** The axis of values: counts, percent and milliseconds have no parts. */
    values: { grid: { color: colorOf("line") }, border: { display: false }, ticks: { ...ticks, precision: 0 } },
  };
}
