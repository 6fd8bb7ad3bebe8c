import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * Part of a page that works without it. Its code loads when the browser is idle. If loading fails, it is tried again when the
 * browser is online.
 *
 * @param fallback Shown until then.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => {
    await whenIdle();
    return { default: await loadOnline(load) };
  });
  return function LazyPart(props: Props) {
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
