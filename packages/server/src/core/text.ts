import { cut } from "@plumb/contract/text/cut.ts";

/** Replaces NUL, which PostgreSQL rejects in text, and lone surrogates, which cannot be encoded as UTF-8. */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
}

/** Returns the first line that is not blank. */
export function firstLine(text: string, length: number): string {
  const line = text.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return cut(storable(line.trim()), length);
}
