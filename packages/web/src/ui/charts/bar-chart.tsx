import { useState } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import type { ColoredItem } from "./chart-item.ts";
import { ChartStrips } from "./chart-strips.tsx";
import styles from "./charts.module.css";
import { characterWidth } from "./time-layout.ts";
import { tickLabels, valueAxis } from "./value-axis.ts";

interface BarChartProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** From top to bottom. */
  readonly bars: readonly ColoredItem[];
  /** Formats a value of the axis. */
  readonly format: (value: number) => string;
  /** Pixels. */
  readonly height: number;
  readonly empty: string;
}

const ticksHeight = 26;
const maxThickness = 22;
/** Keeps small values visible. */
const minLength = 3;

/** Horizontal bar chart with space for long names. Each bar is a link with a tooltip. */
export function BarChart({ label, bars, format, height, empty }: BarChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const values = bars.map(({ value }) => value);
  const max = Math.max(...values);
  // Ends at the longest bar instead of the next tick.
  const ticks = valueAxis(values, { fromZero: true }).ticks.filter((tick) => tick <= max);
  return (
    <ChartFrame label={label} height={height} empty={bars.length === 0 ? empty : undefined}>
      {(width) => {
        const layout = layoutOf({ width, height, bars, max, ticks, format });
        const { left, band } = layout;
        return (
          <>
            <Drawing bars={bars} ticks={ticks} layout={layout} />
            <ChartStrips
              items={bars}
              area={{ left: 0, top: 0, width, height: band * bars.length }}
              width={width}
              direction="column"
              spotOf={(index) => ({
                x: left + layout.lengthOf(bars[index]?.value ?? 0),
                y: (index + 0.5) * band,
              })}
              active={active}
              onActive={setActive}
            />
          </>
        );
      }}
    </ChartFrame>
  );
}

type BarLayout = ReturnType<typeof layoutOf>;

interface LayoutInput extends Pick<BarChartProps, "bars" | "format" | "height"> {
  readonly width: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

function layoutOf({ width, height, bars, max, ticks, format }: LayoutInput) {
  const labels = tickLabels(ticks, format);
  const widest = Math.max(...labels.map((label) => label.length)) * characterWidth;
  // Long names wrap, so that space is left for the bars.
  const names = Math.max(...bars.map((bar) => bar.label.length)) * characterWidth;
  const left = Math.min(names + 12, Math.floor(width * 0.45));
  const band = (height - ticksHeight) / bars.length;
  const lengthOf = (value: number) => ((width - left - widest / 2) * value) / (max || 1);
  const every = Math.ceil((widest + 10) / lengthOf(ticks[1] ?? max));
  return {
    left,
    band,
    thickness: Math.min(band * 0.7, maxThickness),
    lengthOf,
    bottom: band * bars.length,
    labels: labels.map((label, index) => (index % every === 0 ? label : "")),
  };
}

/** Visual part of the chart. The strips have its texts. */
function Drawing({
  bars,
  ticks,
  layout,
}: {
  readonly bars: readonly ColoredItem[];
  readonly ticks: readonly number[];
  readonly layout: BarLayout;
}) {
  const { left, band, thickness, bottom, lengthOf, labels } = layout;
  return (
    <>
      <svg className={styles["drawing"]} aria-hidden>
        {ticks.map((tick, index) => (
          <g key={tick} transform={`translate(${left + lengthOf(tick)})`}>
            <line className={styles["grid"]} y2={bottom} />
            <text className={styles["tick"]} y={bottom + 17} textAnchor="middle">
              {labels[index]}
            </text>
          </g>
        ))}
        {bars.map(({ value, color }, index) => (
          <rect
            key={index}
            x={left}
            y={(index + 0.5) * band - thickness / 2}
            width={Math.max(minLength, lengthOf(value))}
            height={thickness}
            rx={3}
            fill={`var(--${color})`}
          />
        ))}
      </svg>
      {bars.map((bar, index) => (
        <span
          key={index}
          className={styles["bar-name"]}
          style={{ top: index * band, width: left, height: band }}
          aria-hidden
        >
          <span>{bar.label}</span>
        </span>
      ))}
    </>
  );
}
