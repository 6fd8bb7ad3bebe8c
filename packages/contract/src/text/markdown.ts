import { plainLine, plainLines, withoutEndBreaks } from "./plain.ts";

/** Separates characters without a visible space. */
export const zeroWidth = "\u200b";

/** Escapes a text for Markdown, so that it stays plain text on one line. */
export function escapeText(text: string): string {
  return (
    plainLine(text)
      .replace(/[\\`*_{}[\]<>|~^&#$!:]/g, "\\$&")
      .replace(/[@#!$&~%^](?=[\w"\\])|:(?=\/\/)/g, `$&${zeroWidth}`)
      // Only the start of a line is a command.
      .replace(/^\//, `${zeroWidth}/`)
      .replace(/www\.|\bG[HL]-/gi, (start) => `${start.slice(0, -1)}${zeroWidth}${start.slice(-1)}`)
  );
}

/** Returns a code span on one line; empty for an empty text. */
export function codeSpan(code: string): string {
  const text = plainLine(code);
  if (text.trim() === "") return "";
  const ticks = "`".repeat(longestRow(text) + 1);
  return `${ticks} ${text} ${ticks}`;
}

/** Returns a code block. Its fence is longer than any row of backticks in it, and no line of it is a command of GitLab. */
export function fence(code: string): string {
  const text = withoutEndBreaks(plainLines(code)).replace(
    /^[ \t]*\/(?=[a-z_]+(?:\s|$))/gim,
    (start) => `${start.slice(0, -1)}${zeroWidth}/`,
  );
  const ticks = "`".repeat(Math.max(3, longestRow(text) + 1));
  return `${ticks}text\n${text}\n${ticks}`;
}

function longestRow(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}
