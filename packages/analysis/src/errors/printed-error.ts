import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** An error as a tool printed it into one text, in its parts. */
export interface PrintedError {
  /** The message without what follows. */
  readonly text: string;
  /** Source lines around the failure, the failing one marked; null if there are none. */
  readonly frame: string | null;
  /** Lines of the stack behind the frame; null if there are none. */
  readonly stack: string | null;
}

/** More than this is a whole page or response: what looks like code in it is none. */
const consideredLength = 60_000;

/** `> 27 |   await …`, `  28 | …`, or the caret's line below, which has no number. */
const frameLine = /^\s{0,8}>?\s{0,8}(?:\d{1,6} )?\|(?: |$)/;
const failingLine = /^\s{0,8}>\s{0,8}\d{1,6} \|/;
const stackLine = /^\s+at \S/;
const attributeLine = /^\s*\[cause\]: /;

/**
 * Splits an error that contains its code frame and stack after its message, as Playwright prints the second and
 * every further one, and as it writes them into JUnit. The frame keeps its columns, so that the caret stays below
 * its target. A text without a frame is all message.
 */
export function printedError(message: string): PrintedError {
  const whole = { text: message, frame: null, stack: null };
  if (message.length > consideredLength || !message.includes("|")) return whole;
  const lines = message.split("\n");
  const plain = lines.map((line) => stripAnsi(line).trimEnd());
  const failing = plain.findIndex((line) => failingLine.test(line));
  if (failing === -1) return whole;
  let from = failing;
  while (from > 0 && frameLine.test(plain[from - 1] ?? "")) from -= 1;
  let to = failing + 1;
  while (frameLine.test(plain[to] ?? "")) to += 1;
  const behind = lines.slice(to);
  const isStack = plain.slice(to).every((line) => line === "" || stackLine.test(line) || attributeLine.test(line));
  const text = lines.slice(0, from).join("\n").trimEnd();
  // Words behind a frame belong to the message: they are not hidden among the stack.
  const rest = isStack ? "" : behind.join("\n").trim();
  const stack = isStack ? behind.join("\n").trim() : "";
  return {
    text: [text, rest].filter((part) => part.trim() !== "").join("\n\n"),
    frame: lines.slice(from, to).join("\n"),
    stack: stack === "" ? null : indented(stack),
  };
}

/** The first line lost its indent to the trimming. */
function indented(stack: string): string {
  return stack.startsWith("at ") ? `    ${stack}` : stack;
}
