import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

const patienceMs = 1000;

/**
 * A component that a page can do without: its code is fetched once the browser has nothing better to do. Where it cannot be
 * had, the page stays as it is without it.
 *
 * Not React's `lazy`: while its code is away it throws whenever what is around it is drawn, some fifty times before the first
 * page stands.
 *
 * @param fallback Stands in its place until then.
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
