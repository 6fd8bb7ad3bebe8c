import { plausibleDurationMs } from "./duration.ts";
import { parseMoment, parseUnixMs } from "./moment.ts";

/** Unix milliseconds of a `start` or `stop`, which home-made writers give in seconds or as text. */
export function momentOf(value: unknown): number | null {
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return parseUnixMs(typeof number === "number" && number < 1e11 ? number * 1000 : number);
}

/** Null if one of both is missing: a test that was killed has no `stop`. */
export function durationBetween(start: unknown, stop: unknown): number | null {
  const from = momentOf(start);
  const to = momentOf(stop);
  return from === null || to === null ? null : plausibleDurationMs(to - from);
}

/** Unix milliseconds; null also for a text without a zone, which may be half a day off and would put a test outside its run. */
export function zonedMs(value: unknown): number | null {
  if (typeof value !== "string") return parseUnixMs(value);
  const moment = parseMoment(value);
  return moment?.zoned === true ? moment.ms : null;
}
