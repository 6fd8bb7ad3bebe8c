import { plausibleDurationMs } from "#text/duration.ts";
import { parseMoment } from "#text/moment.ts";

/** Of a `status`: `elapsed` in seconds from version 7 on, before that from start to end. Null if it says `N/A`. */
export function durationOf(attributes: ReadonlyMap<string, string>): number | null {
  const elapsed = attributes.get("elapsed");
  if (elapsed !== undefined && elapsed.trim() !== "") return plausibleDurationMs(microseconds(Number(elapsed)));
  const from = parseMoment(attributes.get("starttime") ?? attributes.get("start"));
  const to = parseMoment(attributes.get("endtime") ?? attributes.get("end"));
  return from === null || to === null ? null : plausibleDurationMs(to.ms - from.ms);
}

/** Returns the time as written, because no version has a time zone. */
export function startOf(attributes: ReadonlyMap<string, string>): string | undefined {
  return attributes.get("start") ?? attributes.get("starttime");
}

function microseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}
