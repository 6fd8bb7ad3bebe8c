import { decodeReferences, strayAmpersand } from "./xml-text.ts";

export interface XmlAttributes {
  readonly values: ReadonlyMap<string, string>;
  /** The markup was not well-formed and the values are our best reading of it. */
  readonly repaired: boolean;
}

const name = /[^\s=/<>"']+/y;
const none: XmlAttributes = { values: new Map(), repaired: false };

/**
 * The attributes of a tag, by local name.
 *
 * A quote ends a value only if a further attribute or the end of the tag follows it, so that `name="say "hi" twice"`,
 * which hand-written reporters produce, still gives one value. Unquoted and valueless attributes are read as HTML would.
 *
 * @param tag Without the angle brackets. @param from Where the element's name ends.
 */
export function readAttributes(tag: string, from: number): XmlAttributes {
  const end = tag.endsWith("/") ? tag.length - 1 : tag.length;
  let at = skipSpace(tag, from, end);
  if (at >= end) return none;
  const values = new Map<string, string>();
  let repaired = false;
  while (at < end) {
    name.lastIndex = at;
    const key = name.exec(tag)?.[0];
    if (key === undefined || at + key.length > end) {
      repaired = true;
      at = skipSpace(tag, at + 1, end);
      continue;
    }
    at = skipSpace(tag, at + key.length, end);
    if (tag.charCodeAt(at) !== equals || at >= end) {
      repaired = true;
      continue;
    }
    at = skipSpace(tag, at + 1, end);
    const quote = tag[at];
    const quoted = quote === '"' || quote === "'";
    const close = quoted ? closingQuote(tag, at, end, quote) : endOfWord(tag, at, end);
    const value = tag.slice(quoted ? at + 1 : at, close);
    if (!quoted || value.includes(quote) || value.includes("<") || strayAmpersand(value) !== -1) repaired = true;
    if (!values.has(localName(key))) values.set(localName(key), decodeReferences(value));
    at = skipSpace(tag, quoted ? close + 1 : close, end);
  }
  return { values, repaired };
}

/** `xsi:type` → `type`. */
export function localName(qualified: string): string {
  const colon = qualified.indexOf(":");
  return colon === -1 ? qualified : qualified.slice(colon + 1);
}

const equals = 0x3d;

function skipSpace(tag: string, from: number, end: number): number {
  let at = from;
  while (at < end && tag.charCodeAt(at) <= 0x20) at++;
  return at;
}

function endOfWord(tag: string, from: number, end: number): number {
  let at = from;
  while (at < end && tag.charCodeAt(at) > 0x20) at++;
  return at;
}

function closingQuote(tag: string, open: number, end: number, quote: string): number {
  let last = -1;
  for (let at = tag.indexOf(quote, open + 1); at !== -1 && at < end; at = tag.indexOf(quote, at + 1)) {
    if (endsValue(tag, at + 1, end)) return at;
    last = at;
  }
  return last === -1 ? end : last;
}

function endsValue(tag: string, after: number, end: number): boolean {
  const next = skipSpace(tag, after, end);
  if (next >= end) return true;
  name.lastIndex = next;
  const key = name.exec(tag)?.[0];
  if (key === undefined) return tag.charCodeAt(next) === 0x2f && skipSpace(tag, next + 1, end) >= end;
  return tag.charCodeAt(skipSpace(tag, next + key.length, end)) === equals;
}
