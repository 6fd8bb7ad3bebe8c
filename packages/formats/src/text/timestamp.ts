import { type DateParts, spelledDate } from "./spelled-date.ts";

export interface Time {
  readonly ms: number;
  /** False if the text has no time zone. `ms` then assumes UTC and may be half a day off. */
  readonly zoned: boolean;
}

const isoLike =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
/** Java writes the name of the zone behind the offset: `2026-11-20T12:00:00+01:00[Europe/Paris]`. */
const zoneName = /\s?\[[\w/+-]{1,40}\]$/;
/** Longer texts are not timestamps. */
const maxLength = 100;

/**
 * Parses a timestamp in a report: ISO 8601 with or without time zone, `20261120 10:11:12.123`, the forms of `spelledDate`, and Unix
 * seconds, milliseconds, microseconds or nanoseconds. Returns `null` for impossible dates, for implausible years (up to 1970, from
 * 9999), and if the order of day and month is unknown.
 */
export function parseTimestamp(text: string | undefined): Time | null {
  const value = (text ?? "").trim().replace(zoneName, "");
  if (value === "" || value.length > maxLength) return null;
  if (/^\d{9,19}(\.\d+)?$/.test(value) && !/^(?:19|20)\d{12}$/.test(value))
    return plausible(unixMs(Number(value)), true);
  const parts = isoLike.exec(value);
  const date = parts === null ? spelledDate(value) : partsOfIso(parts);
  return date === undefined ? null : fromParts(date);
}

/** Returns milliseconds for seconds, milliseconds, microseconds or nanoseconds since 1970, depending on the size of the number. */
function unixMs(number: number): number {
  if (number < 1e11) return number * 1000;
  if (number < 1e14) return number;
  return Math.floor(number / (number < 1e17 ? 1e3 : 1e6));
}

/** Returns the Unix milliseconds of an ISO timestamp in JSON, with the same limits for years as `parseTimestamp`; `null` if it is unusable. */
export function parseUnixMs(value: unknown): number | null {
  if (typeof value === "number") return plausible(value, true)?.ms ?? null;
  return typeof value === "string" ? (parseTimestamp(value)?.ms ?? null) : null;
}

function partsOfIso(parts: RegExpExecArray): DateParts {
  return {
    year: Number(parts[1]),
    month: Number(parts[2]),
    day: Number(parts[3]),
    hour: Number(parts[4] ?? 0),
    minute: Number(parts[5] ?? 0),
    second: Number(parts[6] ?? 0),
    millisecond: Number((parts[7] ?? "").slice(0, 3).padEnd(3, "0")),
    zone: parts[8],
  };
}

function fromParts({ year, month, day, hour, minute, second, millisecond, zone }: DateParts): Time | null {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  // Rejects dates such as 30 February, which `Date.UTC` would convert to a day in March.
  if (day > 28 && new Date(ms).getUTCDate() !== day) return null;
  return plausible(ms - offsetMs(zone), zone !== undefined);
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? "") ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const earliest = Date.UTC(1971, 0, 1);
const latest = Date.UTC(9999, 0, 1);

function plausible(ms: number, zoned: boolean): Time | null {
  return ms >= earliest && ms < latest ? { ms, zoned } : null;
}
