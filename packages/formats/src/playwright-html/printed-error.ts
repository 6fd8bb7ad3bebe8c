import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { JsonObject } from "#json/json-value.ts";

/** Maximum number of lines to search per error. A printed error has about 30. */
const maxLines = 2000;

/** A line of code, and the line below it that marks the column. */
const codeLine = /^ {0,8}>? {0,8}\d{1,6} \|/;
const codeOrMark = /^ {0,8}>? {0,8}\d{0,6} {1,8}\|/;

/**
 * Splits an error that Playwright printed: its message, the code around the failing line, and its stack. The HTML report only has the
 * printed text.
 */
export function printedError(text: string): JsonObject {
  const lines = text.split("\n", maxLines);
  const plain = lines.map((line) => stripAnsi(line.slice(0, 500)));
  const code = plain.findIndex((line) => codeLine.test(line));
  const afterCode = code < 0 ? 0 : code + plain.slice(code).findIndex((line) => !codeOrMark.test(line));
  const frame = plain.findIndex((line, at) => at >= Math.max(1, afterCode) && /^\s+at \S/.test(line));
  // Playwright prints the place above the code if it is in another file.
  const index = plain.findIndex((line, at) => at > 0 && /^\s+at \S/.test(line));
  const ends = [code, index].filter((at) => at > 0);
  const message = (ends.length === 0 ? text : lines.slice(0, Math.min(...ends)).join("\n")).trimEnd();
  const snippetEnd = frame > code ? frame : afterCode > code ? afterCode : lines.length;
  const stack = frame < 0 ? undefined : lines.slice(frame).join("\n");
  return {
    message,
    ...(code < 0 ? {} : { snippet: lines.slice(code, snippetEnd).join("\n").trimEnd() }),
    ...(stack === undefined ? {} : { stack: `${message}\n${stack}` }),
    ...(frame < 0 ? {} : locationIn(plain[frame] ?? "")),
  };
}

/** Reads the place of a frame: `at pay (/w/cart.spec.ts:19:38)` or `at /w/cart.spec.ts:19:38`. */
function locationIn(frame: string): JsonObject {
  const [, file, line, column] = /(?:\(|at )([^()]+):(\d{1,9}):(\d{1,9})\)?$/.exec(frame) ?? [];
  return file === undefined ? {} : { location: { file, line: Number(line), column: Number(column) } };
}
