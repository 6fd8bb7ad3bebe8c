import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Typeface } from "./typeface.ts";

/** Maximum number of characters to convert. Texts may be megabytes long, and the rest would not be visible. */
const maxCharacters = 60_000;

/** Converts terminal text to lines that can be drawn, without escape sequences and tabs. */
export function plainLines(text: string): string[] {
  return stripAnsi(text.slice(0, maxCharacters))
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "    ")
    .trimEnd()
    .split("\n");
}

/** Converts terminal text to a single line. */
export function plainLine(text: string): string {
  return plainLines(text).join(" ");
}

export interface LineShape {
  readonly face: Typeface;
  readonly size: number;
  readonly width: number;
}

/** Breaks a line at spaces, and within words that are wider than the line. */
export function wrapped(line: string, { face, size, width }: LineShape): string[] {
  if (face.widthOf(line, size) <= width) return [line];
  const lines: string[] = [];
  let current = "";
  let used = 0;
  const push = () => {
    lines.push(current.trimEnd());
    current = "";
    used = 0;
  };
  for (const word of line.match(/\s+|[^\s]+/g) ?? []) {
    const wide = face.widthOf(word, size);
    if (used + wide <= width) {
      current += word;
      used += wide;
    } else if (word.trim() === "") push();
    else if (wide <= width) {
      push();
      current = word;
      used = wide;
    } else {
      for (const character of word) {
        const one = face.widthOf(character, size);
        if (used + one > width) push();
        current += character;
        used += one;
      }
    }
  }
  if (current !== "") push();
  return lines;
}

/** Returns at most `max` lines; the last one ends in `…` if there are more. */
export function clippedLines(text: string, shape: LineShape, max: number): string[] {
  const lines = wrapped(plainLine(text), shape);
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), clippedLine(`${lines[max - 1] ?? ""} ${lines[max] ?? ""}`, shape, true)];
}

/** Returns one line, cut to the width. */
export function clippedLine(text: string, { face, size, width }: LineShape, more = false): string {
  if (!more && face.widthOf(text, size) <= width) return text;
  let room = width - face.widthOf("…", size);
  let line = "";
  for (const character of text) {
    room -= face.widthOf(character, size);
    if (room < 0) break;
    line += character;
  }
  return `${line.trimEnd()}…`;
}
