import { VisuallyHidden } from "@mantine/core";
import { ChartTooltip, type Spot } from "./chart-tooltip.tsx";
import type { ChartItem } from "./chart-item.ts";
import { ItemText } from "./item-text.tsx";
import styles from "./charts.module.css";

interface ChartStripsProps {
  readonly items: readonly ChartItem[];
  /** Area that the items share, in pixels from the upper left corner of the chart. */
  readonly area: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Width of the chart in pixels. */
  readonly width: number;
  /** `row` if the items are next to each other, `column` if they are below each other. */
  readonly direction: "row" | "column";
  /** Returns the location of an item's tooltip. */
  readonly spotOf: (index: number) => Spot;
  readonly active: number | null;
  readonly onActive: (index: number | null) => void;
}

/**
 * Strips over the drawing, one per item. Each is a link that can be focused, opened in a new tab and read by screen readers. The
 * whole strip reacts to the pointer, not only its point.
 */
export function ChartStrips({ items, area, width: chartWidth, direction, spotOf, active, onActive }: ChartStripsProps) {
  const { left, top, width, height } = area;
  const item = active === null ? undefined : items[active];
  return (
    <>
      <ol className={styles["strips"]} style={{ left, top, width, height, flexDirection: direction }}>
        {items.map((each, index) => (
          <li key={index}>
            <ItemText
              item={each}
              className={styles["strip"]}
              onMouseEnter={() => onActive(index)}
              onMouseLeave={() => onActive(null)}
              onFocus={() => onActive(index)}
              onBlur={() => onActive(null)}
            >
              <VisuallyHidden>{each.text}</VisuallyHidden>
            </ItemText>
          </li>
        ))}
      </ol>
      {item !== undefined && active !== null && (
        <ChartTooltip text={item.text} at={spotOf(active)} width={chartWidth} />
      )}
    </>
  );
}
