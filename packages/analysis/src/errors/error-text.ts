import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Longer texts are pages, responses or very long stacks. The start contains the error, and the end the root cause. */
const headLength = 12_000;
const tailLength = 4000;
const lineLength = 2000;

/**
 * Text that Selenium appends to every error: versions, capabilities, native stack of the browser. Everything from a match to the end of its line is
 * removed.
 */
const auxiliary =
  /\(Session info:|\(Driver info:|Build info: version|System info: (?:os\.name|host)|Driver info: |Command: \[|Capabilities \{|Capabilities \[|Session ID: |For documentation on this error|\(WARNING: The server did not|Command duration or timeout|\*\*\* Element info:|Element: \[\[|Host info: host:/;
const nativeFrame =
  /^\s*(?:#\d+ 0x|Ordinal0 \[|\(No symbol\) \[|GetHandleVerifier|RtlGet|RtlClear|RtlInit|BaseThread|remote stacktrace|\w{1,40}!\S{1,200} \[|Symbols not available|0x[0-9a-f]{1,18}\s*$)/i;

const nativeStack = /Ordinal0 \[|\(No symbol\) \[|GetHandleVerifier|remote stacktrace|#\d+ 0x|Symbols not available/i;

/** Returns the meaningful lines of an error text, without colours, carriage returns, native frames and Selenium's appendix. */
export function errorLines(text: string): string[] {
  const lines: string[] = [];
  const plain = plainText(bounded(text));
  const isPlain = !auxiliary.test(plain) && !nativeStack.test(plain);
  for (const raw of plain.split("\n")) {
    const line = raw.length > lineLength ? raw.slice(0, lineLength) : raw;
    if (isPlain) {
      lines.push(line);
      continue;
    }
    if (nativeFrame.test(line)) continue;
    const at = line.search(auxiliary);
    if (at === -1) lines.push(line);
    else if (line.slice(0, at).trim() !== "") lines.push(line.slice(0, at).trimEnd());
  }
  return lines;
}

/** Colours whose escape character was lost or spelled out, because XML does not allow it. */
const lostColours =
  /(?:\\u001b|\\x1b|\\e|\^\[|[\uFFFD\u241B])\[(?:\d{1,3}(?:;\d{1,3}){0,4})?m|\[\d{1,3}(?:;\d{1,3}){0,4}m(?!\])/gi;
const entity = /&(quot|apos|lt|gt|amp|#39|#x1b|#27);/gi;
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  "#39": "'",
  lt: "<",
  gt: ">",
  amp: "&",
  "#x1b": "",
  "#27": "",
};

function plainText(text: string): string {
  // Some tools escape a text twice.
  const read = text.includes("&")
    ? text.replaceAll(entity, (_, name: string) => entities[name.toLowerCase()] ?? "")
    : text;
  const plain = withoutBytes(stripAnsi(read).replaceAll(lostColours, ""));
  return /[\r\u2028]/.test(plain) ? plain.replaceAll(/\r\n?|\u2028/g, "\n") : plain;
}

/** Returns the text, or its start and end if it is too long. */
export function bounded(text: string): string {
  return text.length <= headLength + tailLength
    ? text
    : `${text.slice(0, headLength)}\n${text.slice(text.length - tailLength)}`;
}

/** Characters of files that are not text, and of damaged text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const byte = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F\u007F\uFFFD]/g;
/** A line with a larger share of such characters is not text. */
const maxBytes = 0.1;

/** Removes the lines of a binary file, and single such characters from text. */
function withoutBytes(text: string): string {
  if (text.search(byte) === -1) return text;
  return text
    .split("\n")
    .map((line) => {
      const plain = line.replaceAll(byte, "");
      return line.length - plain.length > maxBytes * line.length ? "" : plain;
    })
    .join("\n");
}
