import { type ComponentType, lazy } from "react";

const patienceMs = 1000;

/** A component that the first look at a page can do without: its code is fetched once the browser has nothing better to do. */
export function afterPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await idle();
    return { default: await load() };
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: patienceMs });
    else setTimeout(resolve, patienceMs / 4);
  });
}
