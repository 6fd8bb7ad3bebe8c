const maxWaitMs = 1000;

/** Resolves once the browser is idle, or a second later. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, maxWaitMs / 4);
  });
}
