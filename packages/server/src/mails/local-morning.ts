import { dayText, zoneDays } from "@plumb/analysis/trends/calendar.ts";

const hourMs = 3_600_000;
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
  const { zone, msOfDay } = clockOf(timeZone);
  const day = zone.dayOf(now.getTime());
  const morningMs = morningHour * hourMs;
  const guess = new Date(zone.startOf(day) + morningMs);
  // Clocks may have changed since midnight.
  const at = new Date(guess.getTime() + morningMs - msOfDay(guess));
  return { day, date: dayText(day), at };
}

function clockOf(timeZone: string) {
  try {
    return { zone: zoneDays(timeZone), msOfDay: localClock(timeZone) };
  } catch {
    return { zone: zoneDays("UTC"), msOfDay: localClock("UTC") };
  }
}

/** Returns a function for the time on the clocks of a time zone, in milliseconds since midnight. */
function localClock(timeZone: string): (time: Date) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  });
  return (time) => {
    const [hours = 0, minutes = 0, seconds = 0] = format.format(time).split(":").map(Number);
    return ((hours * 60 + minutes) * 60 + seconds) * 1000;
  };
}
