/**
 * Returns the start of the first day and the end of the last day (the next midnight) in a time zone.
 *
 * @param first `2030-01-31`, like `last`; undefined for an open end. Exact timestamps are ignored.
 * @param timeZone IANA name; the device's time zone by default.
 */
export function daySpan(
  first: string | undefined,
  last: string | undefined,
  timeZone: string | undefined,
): { from?: string; until?: string } {
  return {
    ...(isDay(first) && { from: midnight(first, 0, timeZone) }),
    ...(isDay(last) && { until: midnight(last, 1, timeZone) }),
  };
}

function isDay(date: string | undefined): date is string {
  return date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date);
}

function midnight(day: string, daysLater: number, timeZone: string | undefined): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const asUtc = Date.UTC(year, month - 1, date + daysLater);
  const guess = asUtc - offsetMs(asUtc, timeZone);
  // The offset may change between the guess and the actual time, so it is read again.
  return new Date(asUtc - offsetMs(guess, timeZone)).toISOString();
}

/** Returns the UTC offset of a time zone at a given time. */
function offsetMs(time: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(time);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second")) - time;
}
