import { decodeReferences, strayAmpersand } from "./xml-text.ts";

export interface XmlAttributes {
  readonly values: ReadonlyMap<string, string>;
  /** True if the markup was not well-formed and the values may be inaccurate. */
  readonly repaired: boolean;
}

const none: XmlAttributes = { values: new Map(), repaired: false };

/**
 * Returns the attributes of a tag by local name.
 *
 * A quote ends a value only if another attribute or the end of the tag follows it, so that `name="say "hi"
 * twice"`, which custom reporters produce, still yields one value. Attributes without quotes or values are read
 * as in HTML.
 *
 * @param text Contains the tag.
 * @param from End of the element's name.
 * @param to Index of the `>` or of the `/` before it.
 */
export function readAttributes(text: string, from: number, to: number): XmlAttributes {
  let at = skipSpace(text, from, to);
  if (at >= to) return none;
  const values = new Map<string, string>();
  let repaired = false;
  while (at < to) {
    const nameEnd = endOfName(text, at, to);
    if (nameEnd === at) {
      repaired = true;
      at = skipSpace(text, at + 1, to);
      continue;
    }
    const key = localName(text.slice(at, nameEnd));
    at = skipSpace(text, nameEnd, to);
    if (at >= to || text.charCodeAt(at) !== equals) {
      repaired = true;
      continue;
    }
    at = skipSpace(text, at + 1, to);
    const quote = text.charCodeAt(at);
    const quoted = at < to && (quote === doubleQuote || quote === singleQuote);
    const close = quoted ? closingQuote(text, at, to) : endOfWord(text, at, to);
    const value = text.slice(quoted ? at + 1 : at, close);
    if (!quoted || !isPlain(value, quote)) repaired = true;
    if (!values.has(key)) values.set(key, decodeReferences(value));
    at = skipSpace(text, quoted ? close + 1 : close, to);
  }
  return { values, repaired };
}

/** Removes the prefix: `xsi:type` → `type`. */
export function localName(qualified: string): string {
  const colon = qualified.indexOf(":");
  return colon === -1 ? qualified : qualified.slice(colon + 1);
}

/** Returns the index after the name that begins at `from`, or `from` if there is no name. */
export function endOfName(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && !endsName(text.charCodeAt(at))) at++;
  return at;
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const equals = 0x3d;

function endsName(code: number): boolean {
  // Space and controls, then " & ' / < = >
  if (code > 0x3e) return false;
  return code <= 0x22 || code === 0x26 || code === 0x27 || code === slash || code >= 0x3c;
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function endOfWord(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) > 0x20) at++;
  return at;
}

function isPlain(value: string, quote: number): boolean {
  return !value.includes(quote === doubleQuote ? '"' : "'") && !value.includes("<") && strayAmpersand(value) === -1;
}

function closingQuote(text: string, open: number, to: number): number {
  const quote = text.charCodeAt(open) === doubleQuote ? '"' : "'";
  let last = -1;
  for (let at = text.indexOf(quote, open + 1); at !== -1 && at < to; at = text.indexOf(quote, at + 1)) {
    if (endsValue(text, at + 1, to)) return at;
    last = at;
  }
  return last === -1 ? to : last;
}

function endsValue(text: string, after: number, to: number): boolean {
  const next = skipSpace(text, after, to);
  if (next >= to) return true;
  const nameEnd = endOfName(text, next, to);
  return nameEnd > next && text.charCodeAt(skipSpace(text, nameEnd, to)) === equals;
}
