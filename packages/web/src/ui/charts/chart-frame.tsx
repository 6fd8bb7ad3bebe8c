import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import styles from "./charts.module.css";

interface ChartFrameProps {
  /** Accessible description of the chart. */
  readonly label: string;
  /** In pixels. Reserved from the start, so that the page does not move when the chart appears. */
  readonly height: number;
  /** Shown instead of the chart. */
  readonly empty?: string | undefined;
  /** Returns the chart for a width in pixels. */
  readonly children: (width: number) => ReactNode;
}

/** Measures the width of a chart, and reserves its height while it is empty. */
export function ChartFrame({ label, height, empty, children }: ChartFrameProps) {
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  return (
    <figure ref={figure} className={styles["frame"]} aria-label={label} style={{ height }}>
      {empty !== undefined ? <p className={styles["empty"]}>{empty}</p> : width > 0 && children(width)}
    </figure>
  );
}

/** Measures before the first frame, unlike Mantine's `useElementSize`, so that charts appear together with the page. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const there = element.current;
    if (there === null) return undefined;
    const measure = () => setWidth(Math.floor(there.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(there);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
