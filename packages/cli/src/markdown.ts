import { printable } from "@plumb/reporter-core/text.ts";

/** Text of a report, a branch or a server inside Markdown: it stays plain text on one line, whatever it contains. */
export function markdownText(text: string): string {
  return printable(text).replaceAll(
    /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g,
    (sign) =>
      // Entities where a backslash would not do: inside of tables, and for HTML.
      ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;" })[sign] ?? `\\${sign}`,
  );
}

/** A link with a text of ours or of a report; without an http address just the text. */
export function markdownLink(text: string, url: string): string {
  const label = markdownText(text);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return label;
  return `[${label}](<${new URL(url).href.replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("|", "%7C")}>)`;
}

/** Cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
