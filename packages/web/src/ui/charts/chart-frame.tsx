import { Skeleton } from "@mantine/core";
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { whenIdle } from "#lib/page/when-idle.ts";
import type { ChartItem } from "./chart-item.ts";
import { ItemText } from "./item-text.tsx";
import styles from "./charts.module.css";

interface ChartFrameProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** In pixels. Reserved from the start, so that the page does not move when the chart appears. */
  readonly height: number;
  /** Shown if there is no data. */
  readonly empty: string;
  readonly items: readonly ChartItem[];
  /** The chart. Its code may still be loading. */
  readonly children: ReactNode;
}

/** Returns a chart whose code loads after the page is rendered. */
export function chartCode<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await whenIdle();
    return { default: await load() };
  });
}

/** Reserves the height of a chart while its code loads, if there is no data, and if the code cannot be loaded. */
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

/** Text version for browsers that cannot load the chart's code, for example offline or after an upgrade of the server. */
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
