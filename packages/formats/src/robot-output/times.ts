import { plausibleDurationMs } from "#text/duration.ts";
import { parseTimestamp } from "#text/timestamp.ts";

/** Returns the duration in a `status`: `elapsed` in seconds since version 7, from start to end in earlier versions. `null` if it is `N/A`. */
export function durationOf(attributes: ReadonlyMap<string, string>): number | null {
  const elapsed = attributes.get("elapsed");
  if (elapsed !== undefined && elapsed.trim() !== "") return plausibleDurationMs(microseconds(Number(elapsed)));
  const from = parseTimestamp(attributes.get("starttime") ?? attributes.get("start"));
  const to = parseTimestamp(attributes.get("endtime") ?? attributes.get("end"));
  return from === null || to === null ? null : plausibleDurationMs(to.ms - from.ms);
}

/** Returns the time as written, because no version has a time zone. */
export function startOf(attributes: ReadonlyMap<string, string>): string | undefined {
  return attributes.get("start") ?? attributes.get("starttime");
}

function microseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}
