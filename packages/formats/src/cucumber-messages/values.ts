import { asObject, asString } from "#json/json-value.ts";
import { plausibleDurationMs } from "#text/duration.ts";

/** A timestamp or a duration in milliseconds; null if it is none. Some writers have the seconds as text. */
export function millisOf(value: unknown): number | null {
  const time = asObject(value);
  const seconds = numberOf(time?.["seconds"] ?? 0);
  const nanos = numberOf(time?.["nanos"] ?? 0);
  if (time === undefined || Number.isNaN(seconds) || Number.isNaN(nanos)) return null;
  return seconds * 1000 + Math.round(nanos / 1000) / 1000;
}

/** From one moment to another. Moments of some runs count from zero; their difference is right all the same. */
export function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : plausibleDurationMs(Math.round((to - from) * 1000) / 1000);
}

/** The text of a field; empty if it is none. */
export function textOf(value: unknown): string {
  return asString(value) ?? "";
}

/** The line of a `location`. */
export function lineOf(location: unknown): number | undefined {
  const line = asObject(location)?.["line"];
  return typeof line === "number" ? line : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}
