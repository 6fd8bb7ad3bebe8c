/**
 * Removes line breaks and terminal control characters from a text of a server or report. CI systems execute commands in the output of a job, so those
 * of GitHub (`::error::`, `##[group]`), Azure (`##vso[…]`) and TeamCity (`##teamcity[…]`) are broken up.
 */
export function printable(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
      .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, " ")
      .trim()
      .replace(/^::/, ": :")
      .replaceAll(/##(?=\w*\[)/g, "# #")
  );
}

/** Makes each line of a text printable, and keeps its indentation. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `${/^ */.exec(line)?.[0] ?? ""}${printable(line)}`)
    .join("\n");
}
