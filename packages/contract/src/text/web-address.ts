/** Returns true if the text is the address of a web page. Schemes that a browser would run or pass to another program are excluded. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
