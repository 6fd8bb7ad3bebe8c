import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * Returns a lazy-loaded part of a page that also works without it. Its code loads when the browser is idle. If loading fails, it
 * is retried when the browser is online.
 *
 * @param fallback Shown until the part is loaded.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadOnline(load) }));
  return function LazyPart(props: Props) {
    // Suspending immediately would render the page once more for each part.
    const [isIdle, setIdle] = useState(false);
    useEffect(() => void whenIdle().then(() => setIdle(true)), []);
    if (!isIdle) return fallback;
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

async function loadOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    }
  }
}
