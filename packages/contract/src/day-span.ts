/**
 * Returns the times that days cover in a time zone: from midnight of the first to midnight after the last.
 *
 * @param first `2030-01-31`, like `last`; undefined for an open end. Exact timestamps are ignored.
 * @param timeZone IANA name; by default, that of the device.
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
  // Clocks may change between the guess and the answer.
  return new Date(asUtc - offsetMs(guess, timeZone)).toISOString();
}

/** How far the zone's clocks are ahead of UTC at a moment. */
function offsetMs(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second")) - moment;
}
