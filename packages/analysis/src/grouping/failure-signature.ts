import { createHash } from "node:crypto";
import { errorSubject } from "#errors/error-subject.ts";

/** Enough to tell errors apart; what follows is usually the page, the whole response or the stack. */
const consideredLength = 4000;
const consideredLines = 5;

const stackLine = /^(?:at |File "|\.\.\. \d+ more|~+$|\^+$)/;
const codeFrameLine = /^>?\s{0,8}\d{1,6} \|/;
/** Playwright lists here what it tried; how often depends on the machine. */
const callLog = /^(?:Call log:|=+ logs =+)/i;
const locator = /^locator:/i;

/** What differs between two occurrences of one error, longest first. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "U"],
  [/\b0x[0-9a-f]+\b/gi, "H"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "H"],
];
const digits = /\d+/g;
/** What a test expects is written in the test: 200 is not 7. */
const expectation = /^[-+]?\s?expected\b[^:]*:/;

/**
 * A name for an error that stays the same when only numbers, ids and places differ: 16 hexadecimal characters, equal for
 * equal normalised errors. It looks at the first lines that say something, without stack and code frame.
 *
 * @param message Without terminal colours.
 */
export function failureSignature(message: string): string {
  const lines: string[] = [];
  let first = "";
  for (const raw of message.slice(0, consideredLength).split("\n")) {
    const line = raw.trim();
    if (callLog.test(line) || stackLine.test(line)) break;
    if (line === "" || codeFrameLine.test(line)) continue;
    first ||= line;
    lines.push(line);
    if (lines.length === consideredLines) break;
  }
  // A time-out is told by what it waited for, which only the log or the failing line says.
  const subject = lines.some((line) => locator.test(line)) ? null : errorSubject(message.slice(0, consideredLength));
  if (/\btimeout\b/i.test(first) && subject !== null) lines.push(subject);
  return createHash("sha256").update(lines.map(normalised).join("\n")).digest("hex").slice(0, 16);
}

function normalised(line: string): string {
  let text = line.toLowerCase().replaceAll(/\s+/g, " ");
  for (const [pattern, placeholder] of varying) text = text.replaceAll(pattern, placeholder);
  return expectation.test(text) ? text : text.replaceAll(digits, "N");
}
