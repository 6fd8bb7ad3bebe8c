/** Removes line breaks and terminal control characters from a text of a server or report. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, " ").trim();
}
