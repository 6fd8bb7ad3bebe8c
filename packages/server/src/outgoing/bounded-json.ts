/** Maximum nesting depth. A Jira comment with lists within lists has about 40 levels. */
const maxDepth = 200;
/** Maximum number of values in all lists and objects. A page of 100 GitHub issues has about 15,000. */
const maxValues = 100_000;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * Returns whether JSON is nested too deeply or has too many values to parse, which would cost much more than sending it. Stops at the first value
 * beyond a limit.
 */
export function isOversized(text: string): boolean {
  // Without a list or an object, there is a single value, or no JSON at all.
  if (!/^\s*[[{]/.test(text)) return false;
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === closeList || code === closeObject) depth -= 1;
    else if (code === comma) values += 1;
    else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== quote; at += 1) if (text.charCodeAt(at) === backslash) at += 1;
  return at;
}

/** Returns the content of JSON that another server sent; `undefined` if it is not JSON, or if it is oversized. */
export function parseJson(text: string): unknown {
  if (isOversized(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
