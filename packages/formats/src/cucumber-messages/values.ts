import { asObject, asString } from "#json/json-value.ts";
import { plausibleDurationMs } from "#text/duration.ts";

/** Converts a timestamp or a duration to milliseconds; `null` if it is invalid. Some writers have the seconds as text. */
export function millisOf(value: unknown): number | null {
  const time = asObject(value);
  const seconds = numberOf(time?.["seconds"] ?? 0);
  const nanos = numberOf(time?.["nanos"] ?? 0);
  if (time === undefined || Number.isNaN(seconds) || Number.isNaN(nanos)) return null;
  return seconds * 1000 + Math.round(nanos / 1000) / 1000;
}

/** Returns the time between two timestamps. The result is also correct if timestamps count from zero, as in some runs. */
export function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : plausibleDurationMs(Math.round((to - from) * 1000) / 1000);
}

/** Returns a string field; empty if it is not a string. */
export function textOf(value: unknown): string {
  return asString(value) ?? "";
}

/** Returns the line of a `location`. */
export function lineOf(location: unknown): number | undefined {
  const line = asObject(location)?.["line"];
  return typeof line === "number" ? line : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}
