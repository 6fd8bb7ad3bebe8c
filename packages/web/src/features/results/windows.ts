export interface WindowRange {
  readonly first: number;
  readonly last: number;
}

/** The windows that rows `start` to `end` (the last one included) lie in. */
export function windowsOf(start: number, end: number, size: number): WindowRange {
  return { first: Math.floor(start / size), last: Math.floor(end / size) };
}

/** Their indexes, without window 0, which is always there. */
export function besidesFirst({ first, last }: WindowRange): number[] {
  const from = Math.max(1, first);
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);
}
