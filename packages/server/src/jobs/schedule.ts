import { dayMs, minuteMs } from "@plumb/contract/durations.ts";
import type { Schedule } from "./job-kind.ts";

/** Returns the next scheduled time after `now`. */
export function nextTime(schedule: Schedule, now: Date): Date {
  if ("everyMs" in schedule) return new Date(now.getTime() + schedule.everyMs);
  const [hours = 0, minutes = 0] = schedule.dailyAt.split(":").map(Number);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + (hours * 60 + minutes) * minuteMs;
  return new Date(today > now.getTime() ? today : today + dayMs);
}

/** Pauses between attempts double each time, up to an hour. */
const firstPauseMs = 5000;
const longestPauseMs = 60 * minuteMs;

/**
 * Returns the pause after this many attempts. `chance`, from 0 to 1, varies it by a quarter, so that jobs that failed together are not retried
 * together.
 */
export function pauseMs(attempts: number, chance: number): number {
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
  return Math.round(pause * (1 - chance / 4));
}
