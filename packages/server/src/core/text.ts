/** PostgreSQL refuses NUL in text, and a lone surrogate has no UTF-8 form. */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** The first line with anything in it. */
export function firstLine(text: string, length: number): string {
  const line = text.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return cut(storable(line.trim()), length);
}
