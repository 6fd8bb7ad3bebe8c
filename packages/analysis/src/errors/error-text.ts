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
  /\(Session info:|\(Driver info:|Build info: version|System info: (?:os\.name|host)|Driver info: |Command: \[|Capabilities \{|Capabilities \[|Session ID: |For documentation on this error|\(WARNING: The server did not|Command duration or timeout|\*\*\* Element info:|Element: \[\[/;
const nativeFrame =
  /^\s*(?:#\d+ 0x|Ordinal0 \[|\(No symbol\) \[|GetHandleVerifier|RtlGet|RtlClear|BaseThread|remote stacktrace)/i;

const nativeStack = /Ordinal0 \[|\(No symbol\) \[|GetHandleVerifier|remote stacktrace|#\d+ 0x/i;

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

function plainText(text: string): string {
  const plain = text.includes("\u001B") || text.includes("\u009B") ? stripAnsi(text) : text;
  return /[\r\u2028]/.test(plain) ? plain.replaceAll(/\r\n?|\u2028/g, "\n") : plain;
}

/** Returns the text, or its start and end if it is too long. */
export function bounded(text: string): string {
  return text.length <= headLength + tailLength
    ? text
    : `${text.slice(0, headLength)}\n${text.slice(text.length - tailLength)}`;
}
