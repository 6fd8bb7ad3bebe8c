export interface Moment {
  readonly ms: number;
  /** False if the text has no time zone. `ms` then assumes UTC and may be half a day off. */
  readonly zoned: boolean;
}

const isoLike =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const rfc1123 = /^(?:\w{3},\s*)?(\d{1,2} \w{3} \d{4} \d{2}:\d{2}:\d{2}) (GMT|UTC|Z|[+-]\d{4})$/i;

/**
 * Parses a timestamp in a report: ISO 8601 with or without time zone, `20261120 10:11:12.123`, RFC 1123, Unix seconds or
 * milliseconds. Returns `null` for impossible dates and for implausible years (up to 1970, from 9999).
 */
export function parseTimestamp(text: string | undefined): Moment | null {
  const value = text?.trim() ?? "";
  if (value === "") return null;
  if (/^\d{9,14}(\.\d+)?$/.test(value)) {
    const number = Number(value);
    return plausible(number < 1e11 ? number * 1000 : number, true);
  }
  const parts = isoLike.exec(value);
  if (parts !== null) return fromParts(parts);
  const rfc = rfc1123.exec(value);
  return rfc === null ? null : plausible(Date.parse(`${rfc[1]} ${rfc[2]}`), true);
}

/** Returns the Unix milliseconds of an ISO timestamp in JSON, with the same limits for years as `parseTimestamp`; `null` if it is unusable. */
export function parseUnixMs(value: unknown): number | null {
  if (typeof value === "number") return plausible(value, true)?.ms ?? null;
  return typeof value === "string" ? (parseTimestamp(value)?.ms ?? null) : null;
}

function fromParts(parts: RegExpExecArray): Moment | null {
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  const hour = Number(parts[4] ?? 0);
  const minute = Number(parts[5] ?? 0);
  const second = Number(parts[6] ?? 0);
  const millisecond = Number((parts[7] ?? "").slice(0, 3).padEnd(3, "0"));
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const ms = Date.UTC(Number(parts[1]), month - 1, day, hour, minute, second, millisecond);
  // Rejects dates such as 30 February, which `Date.UTC` would convert to a day in March.
  if (day > 28 && new Date(ms).getUTCDate() !== day) return null;
  const zone = parts[8];
  return plausible(ms - offsetMs(zone), zone !== undefined);
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === "Z") return 0;
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (parts === null) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return (parts[1] === "-" ? -1 : 1) * minutes * 60_000;
}

const earliest = Date.UTC(1971, 0, 1);
const latest = Date.UTC(9999, 0, 1);

function plausible(ms: number, zoned: boolean): Moment | null {
  return ms >= earliest && ms < latest ? { ms, zoned } : null;
}
