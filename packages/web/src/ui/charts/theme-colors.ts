import { useMemo, useSyncExternalStore } from "react";
import type { ChartColor } from "./chart-item.ts";

const scheme = "data-mantine-color-scheme";

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [scheme] });
  return () => observer.disconnect();
}

/** The theme's colours as a canvas needs them: by value. Follows a switch of the theme. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- the theme decides what the style says
  }, [theme]);
}
