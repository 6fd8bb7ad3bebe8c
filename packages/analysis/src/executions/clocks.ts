import type { Source } from "./source.ts";

/** Many formats round times to seconds. */
const clockToleranceMs = 1000;

/** Maximum difference between the start times of two reporters for the same execution. Some formats use the start of the suite. */
export const startToleranceMs = 5000;

interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the id of the source that began after the other one had ended; `null` if they ran in parallel or their clocks are not comparable. Parts of a
 * matrix that start one by one count as parallel.
 */
export function laterByClock(a: Source, b: Source): number | null {
  const windows = comparableWindows(a, b);
  if (windows === null) return null;
  const [one, other] = windows;
  if (isAfter(other, one)) return b.id;
  return isAfter(one, other) ? a.id : null;
}

/**
 * Returns true if one source began after the other ended, by more than the tolerance for two reports of the same run.
 *
 * @param mayLackZone Accepts differences of whole quarters of an hour, because a time may be local.
 */
export function areApart(a: Source, b: Source, mayLackZone: boolean): boolean {
  const [one, other] = [windowOf(a), windowOf(b)];
  if (one === null || other === null || areSimultaneous(one.start, other.start, mayLackZone)) return false;
  return one.start > other.end + startToleranceMs || other.start > one.end + startToleranceMs;
}

/** @param mayLackZone Accepts differences of whole quarters of an hour, because a time may be local. */
export function areSimultaneous(one: number, other: number, mayLackZone: boolean): boolean {
  const quarter = 15 * 60_000;
  const separate = Math.abs(one - other);
  if (separate <= startToleranceMs) return true;
  if (!mayLackZone || separate > 15 * 3_600_000) return false;
  const rest = separate % quarter;
  return Math.min(rest, quarter - rest) <= startToleranceMs;
}

/** Returns the start for sorting, by whatever clock the source has. */
export function startOf({ startedAt, localStartedAt }: Source): number {
  return startedAt ?? localStartedAt ?? 0;
}

/** Returns the periods of two sources if their clocks have a time zone, or are clocks of the same machine. */
function comparableWindows(a: Source, b: Source): readonly [Window, Window] | null {
  const [one, other] = [windowOf(a), windowOf(b)];
  if (one === null || other === null) return null;
  const haveZone = a.startedAt !== null && b.startedAt !== null;
  const haveNone = a.startedAt === null && b.startedAt === null;
  return haveZone || (haveNone && a.host !== null && a.host === b.host) ? [one, other] : null;
}

function windowOf({ startedAt, localStartedAt, durationMs }: Source): Window | null {
  const start = startedAt ?? localStartedAt;
  return start === null ? null : { start, end: start + (durationMs ?? 0) };
}

function isAfter(later: Window, earlier: Window): boolean {
  const separate = later.start - earlier.start;
  return separate > 0 && separate > (earlier.end - earlier.start) / 2 && later.start >= earlier.end - clockToleranceMs;
}
