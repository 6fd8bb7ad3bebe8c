import styles from "./charts.module.css";

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Tooltip of an item. Decorative: the item has its own text for screen readers. */
export function ChartTooltip({
  text,
  at,
  width,
}: {
  readonly text: string;
  readonly at: Spot;
  readonly width: number;
}) {
  // Opens towards the middle, where there is enough space, and below items at the upper edge.
  const side = at.x < width / 3 ? "start" : at.x > (2 * width) / 3 ? "end" : "middle";
  const below = at.y < 64;
  return (
    <div
      aria-hidden
      className={styles["tooltip"]}
      style={{ left: at.x, top: at.y }}
      data-side={side}
      data-below={below}
    >
      {text}
    </div>
  );
}
