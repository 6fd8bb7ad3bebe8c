/** Whether a text is the address of a page that people may open: nothing that a browser would run or hand to another program. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
