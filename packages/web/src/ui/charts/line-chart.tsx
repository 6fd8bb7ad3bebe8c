import { useState } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import type { ChartItem } from "./chart-item.ts";
import { ChartStrips } from "./chart-strips.tsx";
import { TimeDrawing } from "./time-drawing.tsx";
import { layoutOf, xOf, yOf } from "./time-layout.ts";
import { type TickFormat, valueAxis } from "./value-axis.ts";

interface LineChartProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** From left to right. A point without a value is a gap. */
  readonly points: readonly LinePoint[];
  /** Upper end of the axis, which starts at 0. Default: rounded up from the highest value. */
  readonly max?: number;
  readonly format: TickFormat;
  /** Curvature of the line. Default: a straight line. */
  readonly tension?: number;
  /** Pixels. */
  readonly height?: number;
  readonly empty: string;
}

interface LinePoint extends ChartItem {
  readonly value: number | null;
}

/** Line chart. Each point is a link with a tooltip. */
export function LineChart({ label, points, max, format, tension = 0, height = 240, empty }: LineChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const values = points.map(({ value }) => value);
  const axis = valueAxis(values, { longest: max, fromZero: true });
  const line = { name: label, color: "brand-ink", kind: "line", tension, values } as const;
  return (
    <ChartFrame label={label} height={height} empty={values.every((value) => value === null) ? empty : undefined}>
      {(width) => {
        const layout = layoutOf({ width, height, count: points.length, axis, format });
        return (
          <>
            <TimeDrawing {...{ points, axis, format, layout, active }} series={[line]} />
            <ChartStrips
              {...{ items: points, area: layout, width, active }}
              direction="row"
              spotOf={(index) => ({ x: xOf(layout, index), y: yOf(layout, axis, values[index] ?? 0) })}
              onActive={setActive}
            />
          </>
        );
      }}
    </ChartFrame>
  );
}
