import { type BackupSchedule, weekdays } from "@plumb/contract/administration/backups.ts";
import { hourMs } from "@plumb/contract/durations.ts";
import { dayIn, daysAfter, timeOfDay } from "#core/local-time.ts";
import type { StoredAttempt } from "#store/administration/backups.ts";

type Times = Pick<BackupSchedule, "time" | "timeZone" | "weekday">;

/** After a failed attempt, until the next one. */
const retryMs = hourMs;
/** Longer than most backups take. */
const overdueMs = 3 * hourMs;

/** Returns the latest scheduled time that is not after `now`. */
export function lastTime(times: Times, now: Date): Date {
  return scheduledTime(times, now, -1, (time) => time <= now);
}

/** Returns the first scheduled time after `now`. */
export function nextTime(times: Times, now: Date): Date {
  return scheduledTime(times, now, 1, (time) => time > now);
}

function scheduledTime(times: Times, now: Date, step: 1 | -1, fits: (time: Date) => boolean): Date {
  const { time, timeZone, weekday } = times;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const today = dayIn(timeZone, now);
  // The scheduled time of a day can be before or after now, so the same weekday of the next or previous week may be the first that fits.
  for (let days = 0; days <= weekdays.length; days++) {
    const day = daysAfter(today, step * days);
    if (weekday !== null && weekdayOf(day) !== weekday) continue;
    const candidate = timeOfDay(timeZone, day, hour, minute);
    if (fits(candidate)) return candidate;
  }
  // Not reached: each weekday occurs at least once, and today's twice.
  throw new Error(`No time fits ${JSON.stringify(times)}.`);
}

function weekdayOf(day: string): string | undefined {
  return weekdays[(new Date(day).getUTCDay() + 6) % 7];
}

interface State {
  readonly schedule: BackupSchedule;
  /** Time of the last change of the schedule. */
  readonly since: Date;
  readonly lastSuccessAt: Date | null;
}

/** Returns the last scheduled time if no backup has succeeded since. */
function missedTime({ schedule, since, lastSuccessAt }: State, now: Date): Date | null {
  if (!schedule.enabled) return null;
  const last = lastTime(schedule, now);
  return last < since || (lastSuccessAt !== null && lastSuccessAt >= last) ? null : last;
}

/** Returns whether a backup should start: at each scheduled time, and after a failure every hour until one succeeds. */
export function isDue(state: State, lastAttempt: Pick<StoredAttempt, "endedAt"> | undefined, now: Date): boolean {
  const missed = missedTime(state, now);
  if (missed === null) return false;
  const endedAt = lastAttempt?.endedAt ?? null;
  return endedAt === null || endedAt < missed || now.getTime() - endedAt.getTime() >= retryMs;
}

/** Returns the last scheduled time if no backup has succeeded in the hours since. */
export function overdueSince(state: State, now: Date): Date | null {
  const missed = missedTime(state, now);
  return missed !== null && now.getTime() - missed.getTime() >= overdueMs ? missed : null;
}
