import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Cell = string | number | boolean | null;

/** Without a byte order mark, spreadsheets do not detect UTF-8. */
const byteOrderMark = "\u{FEFF}";
/** Number of characters to collect before each write. */
const writeLength = 64 * 1024;

/** Writes a table as CSV (RFC 4180) in UTF-8, row by row, and ends `out`. */
export async function writeCsv(
  out: Writable,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(Readable.from(lines(header, rows), { highWaterMark: 1 }), out, { signal });
}

async function* lines(header: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let held = byteOrderMark + csvLine(header);
  for await (const row of rows) {
    held += csvLine(row);
    if (held.length < writeLength) continue;
    yield held;
    held = "";
  }
  yield held;
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Formats a field. A text that a spreadsheet would run as a formula (CWE-1236), even after blank or invisible characters, gets an apostrophe in
 * front, so that it is displayed as text. Numbers stay numbers.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const inert = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u.test(cell)
    ? `'${cell}`
    : cell;
  return /[",;\t\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
