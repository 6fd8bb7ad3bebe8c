import type { RunPace } from "@plumb/contract/runs/live-run.ts";
import { formatDuration } from "#lib/format/format.ts";

/** A run that is compared with earlier ones. */
export interface PacedRun {
  readonly elapsedMs: number;
  /** Decided tests, from 0 to 1; `null` if it is unknown how many follow. */
  readonly share: number | null;
  readonly hasEnded: boolean;
}

/** Before this share, single tests decide the pace. */
const minShare = 0.05;
/** Smaller differences are noise. */
const minDifference = 0.03;

/** Returns the share of tests that had usually ended after this time, from 0 to 1; `null` if it is unknown. */
export function usualShare({ marks }: RunPace, elapsedMs: number): number | null {
  if (marks === null) return null;
  const after = marks.findIndex((ms) => ms > elapsedMs);
  if (after < 0) return 1;
  const [from, until] = [marks[after - 1] ?? 0, marks[after] ?? 0];
  return (after + (until > from ? (elapsedMs - from) / (until - from) : 0)) / marks.length;
}

/** Returns the time at which this share of tests had usually ended. */
function usualTime({ marks, durationMs }: RunPace, share: number): number | null {
  if (share >= 1) return durationMs;
  if (marks === null) return null;
  const position = share * marks.length;
  const index = Math.floor(position);
  const [from, until] = [marks[index - 1] ?? 0, marks[index] ?? durationMs];
  return from + (position - index) * (until - from);
}

/** Returns how the run compares in words, such as `8% slower than usual`; `null` while that is unknown. */
export function paceText(pace: RunPace, { elapsedMs, share, hasEnded }: PacedRun): string | null {
  const atShare = hasEnded ? pace.durationMs : share === null || share < minShare ? null : usualTime(pace, share);
  // A run that takes longer than a whole one is slower, however much of it is left.
  const usual = atShare ?? (elapsedMs > pace.durationMs ? pace.durationMs : null);
  if (usual === null || usual <= 0) return null;
  const ratio = elapsedMs / usual;
  if (Math.abs(ratio - 1) < minDifference) return "as fast as usual";
  if (ratio >= 2) return `${ratio.toFixed(1)} times as long as usual`;
  return ratio > 1
    ? `${Math.round(100 * (ratio - 1))}% slower than usual`
    : `${Math.round(100 * (1 - ratio))}% faster than usual`;
}

/** Returns `usually 4m 30s`. */
export function usualText({ durationMs }: RunPace): string {
  return `usually ${formatDuration(durationMs)}`;
}
