import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** The parts of an error that a tool printed as one text. */
export interface PrintedError {
  /** Message without code frame and stack. */
  readonly text: string;
  /** Source lines around the failure with the failing line marked; `null` if there are none. */
  readonly frame: string | null;
  /** Lines of the stack after the frame; `null` if there are none. */
  readonly stack: string | null;
}

/** Longer texts contain a whole page or response, in which lines that look like code are not a code frame. */
const consideredLength = 60_000;

/** Matches `> 27 |   await …`, `  28 | …`, and the line with the caret, which has no number. */
const frameLine = /^\s{0,8}>?\s{0,8}(?:\d{1,6} )?\|(?: |$)/;
const failingLine = /^\s{0,8}>\s{0,8}\d{1,6} \|/;
const stackLine = /^\s+at \S/;
const attributeLine = /^\s*\[cause\]: /;

/**
 * Splits an error that contains its code frame and stack after its message. Playwright prints the second and
 * all further errors of an attempt this way, and writes all of them this way into JUnit. The frame keeps its columns, so that the caret stays below
 * its target. A text without a frame is only a message.
 */
export function printedError(message: string): PrintedError {
  const full = { text: message, frame: null, stack: null };
  if (message.length > consideredLength || !message.includes("|")) return full;
  const lines = message.split("\n");
  const plain = lines.map((line) => stripAnsi(line).trimEnd());
  const failing = plain.findIndex((line) => failingLine.test(line));
  if (failing === -1) return full;
  let from = failing;
  while (from > 0 && frameLine.test(plain[from - 1] ?? "")) from -= 1;
  let to = failing + 1;
  while (frameLine.test(plain[to] ?? "")) to += 1;
  const behind = lines.slice(to);
  const isStack = plain.slice(to).every((line) => line === "" || stackLine.test(line) || attributeLine.test(line));
  const text = lines.slice(0, from).join("\n").trimEnd();
  // Other text after a frame belongs to the message, so it is not treated as part of the stack.
  const rest = isStack ? "" : behind.join("\n").trim();
  const stack = isStack ? behind.join("\n").trim() : "";
  return {
    text: [text, rest].filter((part) => part.trim() !== "").join("\n\n"),
    frame: lines.slice(from, to).join("\n"),
    stack: stack === "" ? null : indented(stack),
  };
}

/** Restores the indent of the first line, which was trimmed. */
function indented(stack: string): string {
  return stack.startsWith("at ") ? `    ${stack}` : stack;
}
