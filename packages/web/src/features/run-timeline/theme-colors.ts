import { useMemo, useSyncExternalStore } from "react";
import type { ChartColor } from "#ui/charts/chart-item.ts";

const scheme = "data-mantine-color-scheme";

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [scheme] });
  return () => observer.disconnect();
}

/** Returns the theme's colours as values, because a canvas cannot use CSS variables. Updates when the theme changes. */
export function useThemeColors(): (color: ChartColor) => string {
  const theme = useSyncExternalStore(subscribe, () => document.documentElement.getAttribute(scheme));
  return useMemo(() => {
    const known = new Map<ChartColor, string>();
    const style = getComputedStyle(document.documentElement);
    return (color) => {
      const value = known.get(color) ?? style.getPropertyValue(`--${color}`).trim();
      known.set(color, value);
      return value;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the theme determines the computed style
  }, [theme]);
}
