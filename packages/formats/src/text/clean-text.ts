import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { bothEnds } from "@plumb/contract/text/long-text.ts";

// A single character class is tested ten times faster than the exact rule, and most texts contain no such character.
// oxlint-disable-next-line no-control-regex -- control characters are what this file is about
const suspects = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex -- control characters are what this file is about
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\ufffe\uffff]|\u001b(?!\[[\d;]*m)/g;

/**
 * Returns a text that can be stored in a database and displayed on a page: no NUL and no other control characters (except tab, line breaks and ANSI
 * colours), no lone surrogates, at most `max` characters. A longer text keeps its beginning and end, with a note about the missing
 * characters between them. If `max` is too small for a note, only the beginning is kept.
 */
export function cleanText(text: string, max: number): string {
  return clean(max < 200 ? beginning(text, max) : bothEnds(text, max));
}

function beginning(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}… [cut after ${max} characters]` : text;
}

function clean(text: string): string {
  const allowed = suspects.test(text) ? text.replace(controls, "") : text;
  return allowed.isWellFormed() ? allowed : allowed.toWellFormed();
}

/** Returns true if the text contains control characters that neither XML nor a database allows, including ANSI colours. */
export function hasControls(text: string): boolean {
  return suspects.test(text);
}

// oxlint-disable-next-line no-control-regex -- control characters are what this file is about
const unlikeTitle = /[\u0000-\u001f\u009b\ud800-\udfff\ufffe\uffff]/;

/** Returns a title on one line: colours are removed, and line breaks and tabs become one space. */
export function cleanTitle(text: string, max: number): string {
  // Fast path, because most titles need no change.
  if (text.length <= max && !unlikeTitle.test(text)) return text;
  const line = stripAnsi(clean(beginning(text, max)));
  return /[\r\n\t]/.test(line) ? line.replace(/\s*[\r\n\t]+\s*/g, " ").trim() : line;
}
