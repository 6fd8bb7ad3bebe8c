import { stripAnsi } from "./ansi.ts";

// oxlint-disable-next-line no-control-regex -- trackers reject texts with control characters, or show boxes
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** Characters that change the direction of the following text, or hide in it. */
const hidden = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns several lines that each service can store: no colours, control characters or lone surrogates. */
export function plainLines(text: string): string {
  return stripAnsi(text)
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(controls, "")
    .replace(hidden, "")
    .toWellFormed();
}

/** Returns a text without the line breaks at its end. A regular expression would take quadratic time if there are many elsewhere. */
export function withoutEndBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

/** Returns a text on one line. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, " ");
}

/** Returns an address for use in a link; `null` if it is not one of a web page. */
export function linkAddress(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  // `URL` encodes spaces, quotes and angle brackets. These have a meaning in one of the markups.
  return parsed.href.replace(/[\\`|[\](){}^'"<>]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
