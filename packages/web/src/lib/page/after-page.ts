import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

const patienceMs = 1000;

/**
 * An optional component whose code loads when the browser is idle. If loading fails, the page works without it.
 *
 * React's `lazy` throws on each render while it loads, about fifty times before the first page is shown.
 *
 * @param fallback Shown until then.
 */
export function afterPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  return function AfterPage(props: Props) {
    const [shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (shown !== undefined) return undefined;
      let left = false;
      const ask = () => {
        loading ??= whenIdle().then(load);
        loading.then(
          (component) => {
            loaded = component;
            if (!left) setShown(() => component);
          },
          () => {
            loading = undefined;
          },
        );
      };
      ask();
      window.addEventListener("online", ask);
      return () => {
        left = true;
        window.removeEventListener("online", ask);
      };
    }, [shown]);
    return shown === undefined ? fallback : createElement(shown, props);
  };
}

/** Once the browser has nothing better to do, or a second later. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: patienceMs });
    else setTimeout(resolve, patienceMs / 4);
  });
}
