export type Direction = "up" | "down";

/** From this share of the value before, in percent, or so many points of a rate, it is a change worth an arrow. */
const worthPercent = 1;

/**
 * How a figure differs from the one before. `points`: both are percentages, and the difference is theirs.
 *
 * @param before Null or 0 if there is nothing to take a share of: the difference itself is said.
 */
export function changeOf(
  now: number | null,
  before: number,
  points: boolean,
): { readonly direction: Direction | undefined; readonly text: string } {
  if (now === null) return { direction: undefined, text: "–" };
  const difference = now - before;
  if (points) return said(difference, `${sized(difference)} points`);
  if (before === 0) return { direction: difference > 0 ? "up" : undefined, text: difference > 0 ? "new" : "±0" };
  const percent = (difference / before) * 100;
  return said(percent, `${sized(percent)}%`);
}

function said(size: number, text: string) {
  const direction: Direction | undefined = Math.abs(size) < worthPercent ? undefined : size > 0 ? "up" : "down";
  return { direction, text: Math.abs(size) < 0.05 ? "±0" : `${size > 0 ? "+" : "−"}${text}` };
}

/** Without its sign; one decimal where that says something. */
function sized(value: number): string {
  const size = Math.abs(value);
  return size >= 100 ? Math.round(size).toLocaleString("en-US") : size.toFixed(1);
}
