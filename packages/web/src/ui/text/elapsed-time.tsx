import { useEffect, useState } from "react";
import { formatDuration } from "#lib/format/format.ts";

/** Time since a timestamp in seconds, updated every second: `42 s`, `3m 07s`. */
export function ElapsedTime({ since }: { readonly since: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // The clock of the server may be ahead.
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(since)) / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}
