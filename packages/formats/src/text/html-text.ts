import { decodeReferences } from "#xml/xml-text.ts";

/** Returns the visible text of markup: without tags, with line breaks and resolved references. */
export function htmlText(html: string): string {
  const lines = html.replace(/<(?:br|hr|\/p|\/div|\/tr|\/li)\b[^<>]{0,200}>/gi, "\n");
  return decodeReferences(lines.replace(/<[^<>]*>/g, "").replaceAll("&nbsp;", " "));
}
