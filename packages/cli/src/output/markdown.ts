import { printable } from "@plumb/reporter-core/text.ts";

/** Escapes a text for Markdown, so that it stays plain text on one line. */
export function markdownText(text: string): string {
  return printable(text).replaceAll(
    /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g,
    (sign) =>
      // A backslash does not escape these characters in tables and HTML, so they become entities.
      ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;" })[sign] ?? `\\${sign}`,
  );
}

/** Returns a link, or only the text if the address is not an http address. */
export function markdownLink(text: string, url: string): string {
  const label = markdownText(text);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return label;
  return `[${label}](<${new URL(url).href.replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("|", "%7C")}>)`;
}

/** @param rows Cells in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
