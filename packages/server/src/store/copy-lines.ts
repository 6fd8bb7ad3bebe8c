import { dayMs } from "@plumb/contract/durations.ts";
/**
 * `null` in the text format of `COPY`, which has a line per row and tabs between columns
 * (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS).
 */
export const absent = String.raw`\N`;

/** Joins the columns to a line. V8 would store a template literal as a tree that keeps all its parts in memory until the line is sent. */
export function copiedLine(columns: readonly string[]): string {
  return columns.join("\t");
}

const special = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Escapes a text for `COPY`. */
export function copiedText(text: string | null): string {
  if (text === null) return absent;
  return text.search(special) < 0 ? text : text.replaceAll(special, (found) => escapes[found] as string);
}

export function copiedValue(value: number | null): string {
  return value === null ? absent : String(value);
}

/** Date of the last timestamp. Tests of a report run on one or two days, so the date is rarely formatted again. */
let lastDay = { number: Number.NaN, text: "" };

/** Formats Unix milliseconds as a `timestamptz` with microseconds, for the years that `parseTimestamp` accepts. */
export function copiedTimestamp(ms: number | null): string {
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
