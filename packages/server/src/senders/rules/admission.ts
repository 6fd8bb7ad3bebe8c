import { hourMs, minuteMs } from "@plumb/contract/durations.ts";
import type { QuietHours } from "@plumb/contract/integrations/notification-rules.ts";
import { localMs } from "#core/local-time.ts";

/** Step size of the search for the end of quiet hours. UTC offsets of all time zones are multiples of it. */
const stepMs = 15 * minuteMs;
/** Longer than a weekend with quiet nights before and after it. */
const longestQuietMs = 4 * 24 * hourMs;
/** Sunday and Saturday. */
const weekend: ReadonlySet<number> = new Set([0, 6]);

export interface Limits {
  readonly maxPerHour: number;
  readonly quiet: QuietHours | null;
}

/**
 * Returns `null` if a message can be sent at a time, otherwise when the held messages are combined into one.
 *
 * @param sent When the rule sent messages in the last hour, oldest first.
 */
export function waitsUntil({ maxPerHour, quiet }: Limits, sent: readonly Date[], at: Date): Date | null {
  if (quiet !== null && isQuiet(quiet, at)) return endOfQuiet(quiet, at);
  const recent = sent.filter((time) => time.getTime() > at.getTime() - hourMs);
  if (recent.length < maxPerHour) return null;
  // The limit allows another message as soon as enough of the last ones are an hour old.
  const oldest = recent[recent.length - maxPerHour] ?? at;
  const next = new Date(oldest.getTime() + hourMs);
  return quiet !== null && isQuiet(quiet, next) ? endOfQuiet(quiet, next) : next;
}

/** Returns true during quiet hours. If the end is before the start, they end on the next day. */
export function isQuiet({ timeZone, from, until, weekends }: QuietHours, at: Date): boolean {
  const local = new Date(localMs(timeZone, at.getTime()));
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  if (weekends && weekend.has(local.getUTCDay())) return true;
  if (from === until) return false;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

function endOfQuiet(quiet: QuietHours, at: Date): Date {
  // Handles clock changes, because each step computes the local time.
  const start = Math.floor(at.getTime() / stepMs) * stepMs;
  for (let time = start + stepMs; time < start + longestQuietMs; time += stepMs) {
    if (!isQuiet(quiet, new Date(time))) return lastStep(quiet, time);
  }
  return new Date(at.getTime() + longestQuietMs);
}

/** Returns the first minute of the step before `time` that is not quiet. */
function lastStep(quiet: QuietHours, time: number): Date {
  for (let minute = time - stepMs + minuteMs; minute < time; minute += minuteMs)
    if (!isQuiet(quiet, new Date(minute))) return new Date(minute);
  return new Date(time);
}
