export type Direction = "up" | "down";

/** Minimum change for an arrow, in percent of the previous value or in percentage points of a rate. */
const worthPercent = 1;

/**
 * Returns the change from the previous value. With `points`, both values are percentages and the change is in percentage points.
 *
 * @param before If it is 0, the text is `new` or `±0`, because no percentage can be computed.
 */
export function changeOf(
  now: number | null,
  before: number,
  points: boolean,
): { readonly direction: Direction | undefined; readonly text: string } {
  if (now === null) return { direction: undefined, text: "–" };
  const difference = now - before;
  if (points) return changeText(difference, `${sized(difference)} points`);
  if (before === 0) return { direction: difference > 0 ? "up" : undefined, text: difference > 0 ? "new" : "±0" };
  const percent = (difference / before) * 100;
  return changeText(percent, `${sized(percent)}%`);
}

function changeText(size: number, text: string) {
  const direction: Direction | undefined = Math.abs(size) < worthPercent ? undefined : size > 0 ? "up" : "down";
  return { direction, text: Math.abs(size) < 0.05 ? "±0" : `${size > 0 ? "+" : "−"}${text}` };
}

/** Formats the absolute value, with one decimal below 100. */
function sized(value: number): string {
  const size = Math.abs(value);
  return size >= 100 ? Math.round(size).toLocaleString("en-US") : size.toFixed(1);
}
