import { cut } from "@plumb/contract/text/cut.ts";

/** PostgreSQL refuses NUL in text, and a lone surrogate has no UTF-8 form. */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
}

/** The first line with anything in it. */
export function firstLine(text: string, length: number): string {
  const line = text.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return cut(storable(line.trim()), length);
}
