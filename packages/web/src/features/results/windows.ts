/**
 * The windows that a visible range needs, besides the first, which is always there.
 *
 * @param start First visible row.
 * @param end Last visible row.
 */
export function neededWindows(start: number, end: number, size: number): number[] {
  const first = Math.max(1, Math.floor(start / size));
  const last = Math.floor(end / size);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
