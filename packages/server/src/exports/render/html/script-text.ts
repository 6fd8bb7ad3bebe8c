import { htmlExportCallback, type HtmlExportPart } from "@plumb/contract/runs/html-export.ts";

/** Characters that can end a script element, or a line in old scripts. */
const dangerous = /[<\u2028\u2029]/g;

/** Returns a part of the export as a script for any browser. Its texts cannot end or change the script. */
export function scriptText(...[kind, index, value]: HtmlExportPart): string {
  const json = JSON.stringify(value).replaceAll(
    dangerous,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${htmlExportCallback}("${kind}",${index},${json});\n`;
}
