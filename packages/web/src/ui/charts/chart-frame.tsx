import { Skeleton } from "@mantine/core";
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { whenIdle } from "#lib/page/when-idle.ts";
import type { ChartItem } from "./chart-item.ts";
import { ItemText } from "./item-text.tsx";
import styles from "./charts.module.css";

interface ChartFrameProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** Pixels. Kept from the first moment, so that nothing moves when the chart is there. */
  readonly height: number;
  /** Text without data. */
  readonly empty: string;
  readonly items: readonly ChartItem[];
  /** The chart, whose code may still be on its way. */
  readonly children: ReactNode;
}

/** A chart whose code is fetched once the page stands. */
export function chartCode<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await whenIdle();
    return { default: await load() };
  });
}

/** A chart's place: as high as the chart while its code is on the way, while there is nothing to draw, and if the code cannot be had. */
export function ChartFrame({ label, height, empty, items, children }: ChartFrameProps) {
  return (
    <figure className={styles["frame"]} aria-label={label} style={{ height }}>
      {items.length === 0 ? (
        <p className={styles["empty"]}>{empty}</p>
      ) : (
        <WithoutCode fallback={<Values items={items} />}>
          <Suspense fallback={<Skeleton height={height} animate={false} aria-busy />}>{children}</Suspense>
        </WithoutCode>
      )}
    </figure>
  );
}

/** The same in words, for a browser that cannot load the chart's code: after an upgrade of the server, or offline. */
function Values({ items }: { readonly items: readonly ChartItem[] }) {
  return (
    <ul className={styles["values"]}>
      {items.map((item, index) => (
        <li key={index}>
          <ItemText item={item} className={styles["value"]}>
            {item.text}
          </ItemText>
        </li>
      ))}
    </ul>
  );
}

class WithoutCode extends Component<
  { readonly fallback: ReactNode; readonly children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
