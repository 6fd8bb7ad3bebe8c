const dayMs = 86_400_000;

/** Maximum number of cached days per time zone, more than fifty years. */
const maxKnown = 20_000;
const maxZones = 50;

/** Returns the days since 1970-01-01 for a day such as `2030-01-31`. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** Returns a day such as `2030-01-31` for days since 1970-01-01. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** Returns the first day of a day's month, or of the month this many months later. */
export function firstOfMonth(day: number, monthsLater = 0): number {
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / dayMs;
}

/** Returns the same day this many months earlier, or the last day of that month if it is shorter. */
export function monthsEarlier(day: number, months: number): number {
  const first = firstOfMonth(day, -months);
  const ofMonth = new Date(day * dayMs).getUTCDate() - 1;
  return Math.min(first + ofMonth, firstOfMonth(first, 1) - 1);
}

/** Conversions between timestamps and the days of a time zone. */
export interface ZoneDays {
  /** Day (since 1970-01-01) of a Unix timestamp in milliseconds. */
  readonly dayOf: (time: number) => number;
  /**
   * Start of a day in Unix milliseconds. If clocks skip midnight, the time after the change; if a day does not
   * exist, the start of the next one.
   */
  readonly startOf: (day: number) => number;
}

const zones = new Map<string, ZoneDays>();

/**
 * @param timeZone IANA name.
 * @throws RangeError if the name is unknown.
 */
export function zoneDays(timeZone: string): ZoneDays {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  if (zones.size >= maxZones) zones.clear();
  const zone = createZone(timeZone);
  zones.set(timeZone, zone);
  return zone;
}

function createZone(timeZone: string): ZoneDays {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const starts = new Map<number, number>();
  /** Returns the offset from UTC in milliseconds. */
  const offset = (time: number): number => {
    const parts = clock.formatToParts(time);
    const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
    const visible = Date.UTC(
      read("year"),
      read("month") - 1,
      read("day"),
      read("hour"),
      read("minute"),
      read("second"),
    );
    return visible - Math.floor(time / 1000) * 1000;
  };
  const dayOf = (time: number) => Math.floor((time + offset(time)) / dayMs);
  const begin = (day: number): number => {
    const asUtc = day * dayMs;
    const guess = asUtc - offset(asUtc);
    const second = asUtc - offset(guess);
    const candidates = [Math.min(guess, second), Math.max(guess, second)];
    return candidates.find((time) => dayOf(time) >= day) ?? guess;
  };
  return {
    dayOf,
    startOf(day) {
      const known = starts.get(day);
      if (known !== undefined) return known;
      if (starts.size >= maxKnown) starts.clear();
      const start = begin(day);
      starts.set(day, start);
      return start;
    },
  };
}
