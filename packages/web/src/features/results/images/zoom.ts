const levels = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8] as const;

/** Returns the next zoom level up (1) or down (-1); from "fit" (null), it starts at 100 %. */
export function nextZoom(zoom: number | null, direction: 1 | -1): number {
  const from = zoom ?? 1;
  if (direction === 1) return zoom === null ? 1 : (levels.find((level) => level > from) ?? from);
  return levels.findLast((level) => level < from) ?? from;
}
