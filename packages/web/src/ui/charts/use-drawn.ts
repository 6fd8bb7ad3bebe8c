import type { Chart, Element, Plugin } from "chart.js";
import { useEffect, useRef, useState } from "react";
import type { Drawn } from "./chart-strips.tsx";
import type { Spot } from "./chart-tooltip.tsx";

/** Returns the positions of the drawn items, and highlights the active one. */
export function useDrawn<Type extends "line" | "bar">(active: number | null) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const chart = useRef<Chart<Type, (number | null)[], string>>(null);
  const [plugin] = useState<Plugin<Type>>(() => ({
    id: "drawn",
    // Also runs when the size changes.
    afterUpdate: (updated) => setDrawn((before) => sameOrNew(before, positionsOf(updated))),
  }));
  useEffect(() => {
    chart.current?.setActiveElements(active === null ? [] : [{ datasetIndex: 0, index: active }]);
    chart.current?.render();
  }, [active]);
  return { drawn, chart, plugin };
}

function positionsOf(
  chart: Pick<Chart, "chartArea"> & { getDatasetMeta: (index: number) => { data: Pick<Element, "getProps">[] } },
): Drawn {
  const { left, top, width, height } = chart.chartArea;
  const spots = chart.getDatasetMeta(0).data.map((element) => {
    const { x, y } = element.getProps(["x", "y"], true) as unknown as Spot;
    return { x, y };
  });
  return { left, top, width, height, spots };
}

/** Returns the same object while the positions are unchanged, to avoid an endless loop of updates. */
function sameOrNew(before: Drawn | null, now: Drawn): Drawn {
  return before !== null && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
