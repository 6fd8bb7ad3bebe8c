import { ArcElement, Chart, type ChartData, type ChartEvent, type ChartOptions, type ActiveElement } from "chart.js";
import { useEffect, useMemo, useRef } from "react";
import { Doughnut } from "react-chartjs-2";
import type { ColoredItem } from "./chart-item.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { useThemeColors } from "./theme-colors.ts";

Chart.register(ArcElement);

interface DoughnutCanvasProps {
  readonly items: readonly ColoredItem[];
  readonly active: number | null;
  readonly onActive: (index: number | null) => void;
  readonly onOpen: (index: number, event: MouseEvent) => void;
}

/** Canvas of a DoughnutChart, loaded separately. */
export function DoughnutCanvas({ items, active, onActive, onOpen }: DoughnutCanvasProps) {
  const chart = useRef<Chart<"doughnut", number[], string>>(null);
  const colorOf = useThemeColors();
  const values = JSON.stringify(items.map(({ label, value, color }) => [label, value, color]));
  const data = useMemo<ChartData<"doughnut", number[], string>>(
    () => ({
      labels: items.map(({ label }) => label),
      datasets: [
        {
          data: items.map(({ value }) => value),
          backgroundColor: items.map(({ color }) => colorOf(color)),
          hoverBackgroundColor: items.map(({ color }) => colorOf(color)),
          borderColor: colorOf("panel"),
          hoverBorderColor: colorOf("panel"),
          borderWidth: 2,
          hoverOffset: 6,
        },
      ],
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- redrawn when the data changes, not on each hover
    [values, colorOf],
  );
  const handlers = useRef({ onActive, onOpen });
  useEffect(() => {
    handlers.current = { onActive, onOpen };
  });
  const options = useMemo<ChartOptions<"doughnut">>(
    () => ({
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      cutout: "70%",
      layout: { padding: 6 },
      onHover: (event: ChartEvent, [hit]: ActiveElement[]) => {
        handlers.current.onActive(hit?.index ?? null);
        if (event.native?.target instanceof HTMLElement)
          event.native.target.style.cursor = hit === undefined ? "default" : "pointer";
      },
      onClick: (event: ChartEvent, [hit]: ActiveElement[]) => {
        if (hit !== undefined && event.native instanceof MouseEvent) handlers.current.onOpen(hit.index, event.native);
      },
    }),
    [],
  );
  useEffect(() => {
    chart.current?.setActiveElements(active === null ? [] : [{ datasetIndex: 0, index: active }]);
    chart.current?.render();
  }, [active]);
  const item = active === null ? undefined : items[active];
  const arc = active === null ? undefined : chart.current?.getDatasetMeta(0).data[active];
  return (
    <>
      <Doughnut
        ref={chart}
        data={data}
        options={options}
        role="presentation"
        aria-hidden
        onMouseLeave={() => onActive(null)}
      />
      {item !== undefined && arc !== undefined && (
        <ChartTooltip
          text={item.text}
          at={arc.tooltipPosition(true) as { x: number; y: number }}
          width={chart.current?.width ?? 0}
        />
      )}
    </>
  );
}
