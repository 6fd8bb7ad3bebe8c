import { type ComponentType, lazy } from "react";

const patienceMs = 1000;

/** A component that the first look at a page can do without: its code is fetched once the browser has nothing better to do. */
export function afterPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await whenIdle();
    return { default: await load() };
  });
}

/** Once the browser has nothing better to do, or a second later. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: patienceMs });
    else setTimeout(resolve, patienceMs / 4);
  });
}
