import { useMemo, useSyncExternalStore } from "react";
import type { ChartColor } from "#ui/charts/chart-item.ts";

const scheme = "data-mantine-color-scheme";

/** Base name of a CSS variable in `colors.css` that a canvas draws with. */
export type CanvasColor =
  | ChartColor
  | "bg"
  | "ink"
  | "ink-2"
  | "hover"
  | `${"errored" | "failed" | "flaky" | "running"}-ink`
  | `cause-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [scheme] });
  return () => observer.disconnect();
}

/** Returns the theme's colours as values, because a canvas cannot use CSS variables. Updates when the theme changes. */
export function useThemeColors(): (color: CanvasColor) => string {
  const theme = useSyncExternalStore(subscribe, () => document.documentElement.getAttribute(scheme));
  return useMemo(() => {
    const known = new Map<CanvasColor, string>();
    const style = getComputedStyle(document.documentElement);
    return (color) => {
      const value = known.get(color) ?? style.getPropertyValue(`--${color}`).trim();
      known.set(color, value);
      return value;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the theme determines the computed style
  }, [theme]);
}
