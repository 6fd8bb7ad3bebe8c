import { decodeReferences } from "#xml/xml-text.ts";

/** What a reader would see of a text with markup: no tags, lines where they break, references resolved. */
export function htmlText(html: string): string {
  const lines = html.replace(/<(?:br|hr|\/p|\/div|\/tr|\/li)\b[^<>]{0,200}>/gi, "\n");
  return decodeReferences(lines.replace(/<[^<>]*>/g, "").replaceAll("&nbsp;", " "));
}
