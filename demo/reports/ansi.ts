const paint = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

/** Colours in the format of Playwright's JSON report. */
export const dim = paint(2, 22);
export const bold = paint(1, 22);
export const red = paint(31, 39);
export const green = paint(32, 39);
export const yellow = paint(33, 39);
export const cyan = paint(36, 39);
export const grey = paint(90, 39);

/** Removes all colours. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape character is what we look for
  return text.replaceAll(/\u001b\[\d+m/g, "");
}
