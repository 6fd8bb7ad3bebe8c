/** Parts of a date and time, as written. */
export interface DateParts {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** `Z`, or an offset such as `+0200`; undefined if there is none, or only an abbreviation that is used in several places of the world. */
  readonly zone: string | undefined;
}

const timeOfDay = /(?<=^|[\sT,])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?([ap])\.?m\b\.?)?/i;
const zoneAndYear = /^(?:(?:(z|utc|gmt)?([+-]\d{2}(?::?\d{2})?)?|[a-z]{2,5}))(?:\s*(\d{4}))?(?:\s\([^)]*\))?$/i;

const weekday = String.raw`(?:[a-z]{3,9}\.?,?\s+)?`;
const monthFirst = new RegExp(String.raw`^${weekday}([a-z]{3,9})\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?,?(?:\s+at)?$`, "i");
const dayFirst = new RegExp(String.raw`^${weekday}(\d{1,2})[\s-]([a-z]{3,9})\.?[\s-](\d{4}),?(?:\s+at)?$`, "i");
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2}),?$/;
const yearLast = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}),?$/;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Returns the parts of a date in a form for people: `Nov 28, 2026 5:22:08 PM` (Java), `Fri Nov 20 09:36:17 UTC 2026` (C, Java),
 * `Fri Nov 20 2026 09:36:17 GMT+0100 (CET)` (JavaScript), `20 Nov 2026 09:36:17 GMT` (RFC 1123), `20.11.2026 09:36:17`. Returns
 * undefined if the order of day and month is unknown: `02/03/2026 10:00`.
 */
export function spelledDate(text: string): DateParts | undefined {
  const value = text.replace(/[\u00a0\u202f]/g, " ");
  const time = timeOfDay.exec(value);
  if (time === null) return undefined;
  const [, hours = "", minutes, seconds = "0", fraction = "", half] = time;
  const zone = zoneAndYear.exec(value.slice(time.index + time[0].length).trim());
  const date = zone === null ? undefined : dayIn(value.slice(0, time.index).trim(), zone[3], half !== undefined);
  if (zone === null || date === undefined) return undefined;
  return {
    ...date,
    hour: half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0),
    minute: Number(minutes),
    second: Number(seconds),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
    zone: zone[2] ?? (zone[1] === undefined ? undefined : "Z"),
  };
}

type Day = Pick<DateParts, "year" | "month" | "day">;

function dayIn(text: string, yearBehind: string | undefined, isEnglish: boolean): Day | undefined {
  const [, month, day, year = yearBehind] = monthFirst.exec(text) ?? [];
  if (month !== undefined && year !== undefined) return named(year, month, day);
  const dayBefore = dayFirst.exec(text);
  if (dayBefore !== null) return named(dayBefore[3], dayBefore[2] ?? "", dayBefore[1]);
  const first = yearFirst.exec(text);
  if (first !== null) return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) };
  const last = yearLast.exec(text);
  return last === null ? undefined : numbered(last, isEnglish);
}

function named(year: string | undefined, name: string, day: string | undefined): Day | undefined {
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? undefined : { year: Number(year), month, day: Number(day) };
}

/** `28/11` and `28.11.` begin with the day, and a time with AM or PM is American. Other dates with slashes can be both. */
function numbered(parts: RegExpExecArray, isEnglish: boolean): Day | undefined {
  const [first, second, year] = [Number(parts[1]), Number(parts[3]), Number(parts[4])];
  if (first > 12 || parts[2] === ".") return { year, month: second, day: first };
  return isEnglish || second > 12 ? { year, month: first, day: second } : undefined;
}
