import { dayMs } from "@plumb/contract/durations.ts";
/** Returns the day in a time zone, such as `2030-01-31`; in UTC if the zone is unknown. */
export function dayIn(timeZone: string, time: Date): string {
  return localText(timeZone, time).slice(0, 10);
}

/** Returns the hour of the day in a time zone, 0 to 23. */
export function hourIn(timeZone: string, time: Date): number {
  return Number(localText(timeZone, time).slice(11, 13));
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the time of a day in a time zone. If it is skipped, because clocks are put forward, returns a time within an hour of it. */
export function timeOfDay(timeZone: string, day: string, hour: number, minute = 0): Date {
  const requested = Date.parse(`${day}T${twoDigits(hour)}:${twoDigits(minute)}:00Z`);
  let time = requested;
  // The second step corrects the first one if the clocks change in between.
  for (let step = 0; step < 2; step += 1) time += requested - localMs(timeZone, time);
  return new Date(time);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Returns the local time of a zone as if it were UTC, in Unix milliseconds. */
export function localMs(timeZone: string, time: number): number {
  return Date.parse(`${localText(timeZone, new Date(time)).replace(" ", "T")}Z`) + (time % 1000);
}

const maxFormats = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a zone, such as `2030-01-31 08:00:00`; in UTC if the zone is unknown. */
function localText(timeZone: string, time: Date): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    if (formats.size >= maxFormats) formats.clear();
    // Swedish dates have the format of ISO 8601.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: known(timeZone), dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format.format(time);
}

function known(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
