import { formatDuration } from "#lib/format/format.ts";
import { useSecond } from "./second.ts";

/** Time since a timestamp in seconds, updated every second: `42 s`, `3m 07s`. */
export function ElapsedTime({ since }: { readonly since: string }) {
  const nowMs = useSecond();
  // The clock of the server may be ahead.
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(since)) / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}
