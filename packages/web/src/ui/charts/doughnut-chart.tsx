import { useRef, useState } from "react";
import { chartCode, ChartFrame } from "./chart-frame.tsx";
import { type ColoredItem, shareText } from "./chart-item.ts";
import { ItemText } from "./item-text.tsx";
import styles from "./charts.module.css";

const DoughnutCanvas = chartCode(async () => (await import("./doughnut-canvas.tsx")).DoughnutCanvas);

export interface DoughnutChartProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** In clockwise order from the top. Each slice shows its count and share. */
  readonly slices: readonly Slice[];
  /** Number in the centre, with its label. */
  readonly center?: { readonly figure: string; readonly word: string };
  /** In pixels, without the legend. */
  readonly height?: number;
  readonly empty: string;
}

type Slice = Omit<ColoredItem, "text">;

/** Doughnut chart with names and counts below. Slices and names are links with the count and share as tooltips. */
export function DoughnutChart({ label, slices, center, height = 204, empty }: DoughnutChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const legend = useRef<HTMLUListElement>(null);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const items = slices.map((slice) => ({ ...slice, text: `${slice.label}: ${shareText(slice.value, total)}` }));
  // Clicks the slice's link, which handles new tabs and windows.
  const open = (index: number, { ctrlKey, metaKey, shiftKey }: MouseEvent) =>
    legend.current?.children[index]
      ?.querySelector("a")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
  return (
    <div>
      <ChartFrame label={label} height={height} empty={empty} items={total === 0 ? [] : items}>
        <DoughnutCanvas items={items} active={active} onActive={setActive} onOpen={open} />
        {center !== undefined && (
          <p className={styles["center"]}>
            <strong>{center.figure}</strong>
            <span>{center.word}</span>
          </p>
        )}
      </ChartFrame>
      <ul className={styles["legend"]} aria-label={label} ref={legend}>
        {total > 0 &&
          items.map((item, index) => (
            <li key={item.label}>
              <ItemText
                item={item}
                className={styles["name"]}
                title={item.text}
                data-active={active === index}
                onMouseEnter={() => setActive(index)}
                onMouseLeave={() => setActive(null)}
                onFocus={() => setActive(index)}
                onBlur={() => setActive(null)}
              >
                <i style={{ background: `var(--${item.color})` }} aria-hidden />
                {item.label} <b>{item.value.toLocaleString("en-US")}</b>
              </ItemText>
            </li>
          ))}
      </ul>
    </div>
  );
}
