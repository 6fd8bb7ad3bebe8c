export interface XmlRoot {
  /** Without prefix. */
  readonly name: string;
  /** The start tag as written, for attributes and name spaces. */
  readonly tag: string;
  /** Local names of the first elements inside it, at any depth. */
  readonly inside: ReadonlySet<string>;
}

const prologue = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype\b(?:[^[>]|\[[\s\S]*?\]\s*(?=>))*>)*/i;

/** The first element of the text if it is XML; undefined if it begins with anything else. */
export function xmlRoot(head: string): XmlRoot | undefined {
  const start = head.replace(/^\ufeff/, "");
  const from = prologue.exec(start)?.[0].length ?? 0;
  const tag = /^<(?:[\w.-]+:)?([\p{L}_][\w.-]*)[^<]*/u.exec(start.slice(from));
  if (tag === null) return undefined;
  const rest = start.slice(from + tag[0].length);
  const inside = new Set(Array.from(rest.matchAll(/<(?:[\w.-]+:)?([\p{L}_][\w.-]*)/gu), (match) => match[1] ?? ""));
  return { name: tag[1] ?? "", tag: tag[0], inside };
}
