/** PostgreSQL refuses NUL in text, and a lone surrogate has no UTF-8 form. */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

// The escape character is what this is about.
// oxlint-disable-next-line no-control-regex -- ANSI sequences begin with the escape character
const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g;

export function stripAnsi(text: string): string {
  return text.replaceAll(ansi, "");
}

/** The first line with anything in it, without ANSI sequences. */
export function firstLine(text: string, length: number): string {
  const head = stripAnsi(text.slice(0, 8 * length));
  const line = head.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return cut(storable(line.trim()), length);
}
