import { plausibleDurationMs } from "./duration.ts";
import { parseTimestamp, parseUnixMs } from "./timestamp.ts";

/** Returns the Unix milliseconds of a `start` or `stop`, which custom writers may give in seconds or as text, to compare it with another. */
export function timeOf(value: unknown): number | null {
  return parseUnixMs(typeof value === "number" && value < 1e11 ? value * 1000 : value);
}

/** Returns `null` if one of them is missing: a test that was killed has no `stop`. */
export function durationBetween(start: unknown, stop: unknown): number | null {
  const from = timeOf(start);
  const to = timeOf(stop);
  return from === null || to === null ? null : plausibleDurationMs(to - from);
}

/** Returns Unix milliseconds; `null` also for a text without a time zone, which may be half a day off and could be outside the run. */
export function zonedMs(value: unknown): number | null {
  if (typeof value !== "string") return timeOf(value);
  const timestamp = parseTimestamp(value);
  return timestamp?.zoned === true ? timestamp.ms : null;
}
