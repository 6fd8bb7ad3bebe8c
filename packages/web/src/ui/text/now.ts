import { useSyncExternalStore } from "react";

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    // The page may have been hidden for hours.
    nowMs = Date.now();
    timer = setInterval(() => {
      nowMs = Date.now();
      for (const each of listeners) each();
    }, 15_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** Returns the time in Unix milliseconds, updated every 15 s. The whole page shares one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}
