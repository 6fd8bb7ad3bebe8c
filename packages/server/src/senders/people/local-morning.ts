import { dayNumber } from "@plumb/analysis/trends/calendar.ts";
import { dayIn, timeOfDay } from "#core/local-time.ts";

/** Reminders of due dates are sent from eight, so that this mail contains them. */
const morningHour = 9;

/** A day in a time zone, and the time at which its mails are sent. */
export interface LocalMorning {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Day such as `2030-01-31`. */
  readonly date: string;
  readonly at: Date;
}

/** Returns nine in the morning of the current day in a time zone; in UTC if the zone is unknown. */
export function localMorning(timeZone: string, now: Date): LocalMorning {
  const date = dayIn(timeZone, now);
  return { day: dayNumber(date), date, at: timeOfDay(timeZone, date, morningHour) };
}
