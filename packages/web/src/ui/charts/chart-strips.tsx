import { VisuallyHidden } from "@mantine/core";
import { ChartTooltip, type Spot } from "./chart-tooltip.tsx";
import type { ChartItem } from "./chart-item.ts";
import { ItemText } from "./item-text.tsx";
import styles from "./charts.module.css";

/** Inner area of a drawn chart and the positions of its items, in pixels from the upper left corner of the chart. */
export interface Drawn {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot[];
}

interface ChartStripsProps {
  readonly items: readonly ChartItem[];
  readonly drawn: Drawn;
  /** `row` if the items are next to each other, `column` if they are below each other. */
  readonly direction: "row" | "column";
  readonly active: number | null;
  readonly onActive: (index: number | null) => void;
}

/**
 * Strips over the canvas, one per item. Each is a link that can be focused, opened in a new tab and read by screen readers. The
 * whole strip reacts to the pointer, not only its point.
 */
export function ChartStrips({ items, drawn, direction, active, onActive }: ChartStripsProps) {
  const { left, top, width, height, spots } = drawn;
  const item = active === null ? undefined : items[active];
  const spot = active === null ? undefined : spots[active];
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
      {item !== undefined && spot !== undefined && <ChartTooltip text={item.text} at={spot} width={left + width} />}
    </>
  );
}
