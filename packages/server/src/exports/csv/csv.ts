import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Cell = string | number | boolean | null;

/** Without it a spreadsheet takes UTF-8 for something else. */
const byteOrderMark = "\u{FEFF}";
/** Characters that are gathered before they are written. */
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
 * One field. A text that a spreadsheet would run as a formula (CWE-1236) gets an apostrophe before it, by which it is shown
 * as the text it is, also where blank or invisible characters come before it; numbers of ours stay numbers.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const inert = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u.test(cell)
    ? `'${cell}`
    : cell;
  return /[",;\t\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
