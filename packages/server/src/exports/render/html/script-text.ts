import { htmlExportCallback, type HtmlExportPart } from "@plumb/contract/runs/html-export.ts";

/** Characters that end a script in a page, or a line in old scripts. */
const dangerous = /[<\u2028\u2029]/g;

/** A part of the export as a script that any browser reads; nothing in its texts can end or change it. */
export function scriptText(...[kind, index, value]: HtmlExportPart): string {
  const json = JSON.stringify(value).replaceAll(
    dangerous,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${htmlExportCallback}("${kind}",${index},${json});\n`;
}
