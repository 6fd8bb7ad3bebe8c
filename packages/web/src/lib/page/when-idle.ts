const maxWaitMs = 1000;

/** Resolves when the browser is idle, after a second at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not support `requestIdleCallback`.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, maxWaitMs / 4);
  });
}
