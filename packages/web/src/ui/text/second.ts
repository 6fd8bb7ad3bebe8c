import { useEffect, useState } from "react";

/** Returns the time in Unix milliseconds, updated every second while it is active. */
export function useSecond(isActive = true): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isActive]);
  return nowMs;
}
