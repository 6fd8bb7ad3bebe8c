/**
 * The text format of `COPY`: a row is a line, its columns apart by tabs
 * (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS).
 */
export const absent = String.raw`\N`;

/**
 * A line of these columns. Joined: put together as a template, it would be a tree of its parts, and keep each of them, until it is sent.
 */
export function copiedLine(columns: readonly string[]): string {
  return columns.join("\t");
}

const special = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text as a column of a line. */
export function copiedText(text: string | null): string {
  if (text === null) return absent;
  return text.search(special) < 0 ? text : text.replaceAll(special, (found) => escapes[found] as string);
}

/** A number as a column of a line. */
export function copiedValue(value: number | null): string {
  return value === null ? absent : String(value);
}

const dayMs = 86_400_000;

/** Tests of a report ran on one day or two: the day is written once for many. */
let lastDay = { number: Number.NaN, text: "" };

/** Unix milliseconds as a `timestamptz`, to the microsecond; of the years that `parseMoment` takes. */
export function copiedMoment(ms: number | null): string {
  if (ms === null) return absent;
  const number = Math.floor(ms / dayMs);
  if (number !== lastDay.number) lastDay = { number, text: new Date(number * dayMs).toISOString().slice(0, 10) };
  const micros = Math.round((ms - number * dayMs) * 1000);
  const seconds = Math.floor(micros / 1_000_000);
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${lastDay.text} ${time}.${String(micros % 1_000_000).padStart(6, "0")}Z`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
