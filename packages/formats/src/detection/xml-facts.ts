export interface XmlRoot {
  /** Name without its prefix. */
  readonly name: string;
  /** Start tag as written, for checks of attributes and namespaces. */
  readonly tag: string;
  /** Local names of the first elements inside, at any depth. */
  readonly inside: ReadonlySet<string>;
}

const prologue = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype\b(?:[^[>]|\[[\s\S]*?\]\s*(?=>))*>)*/i;

/** Returns the root element of the text; undefined if the text is not XML. */
export function xmlRoot(head: string): XmlRoot | undefined {
  const start = head.replace(/^\ufeff/, "");
  const from = prologue.exec(start)?.[0].length ?? 0;
  const tag = /^<(?:[\w.-]+:)?([\p{L}_][\w.-]*)[^<]*/u.exec(start.slice(from));
  if (tag === null) return undefined;
  const rest = start.slice(from + tag[0].length);
  const inside = new Set(Array.from(rest.matchAll(/<(?:[\w.-]+:)?([\p{L}_][\w.-]*)/gu), (match) => match[1] ?? ""));
  return { name: tag[1] ?? "", tag: tag[0], inside };
}
