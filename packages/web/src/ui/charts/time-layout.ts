import { type TickFormat, tickLabels, type ValueAxis } from "./value-axis.ts";

/** Inner area of a time chart, in pixels from its upper left corner. */
export interface TimeLayout {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Number of points that share the width. */
  readonly count: number;
}

const axisHeight = 22;
const marksHeight = 12;
/** Width of a digit in the font of the axis, in pixels. */
export const characterWidth = 7;

interface LayoutInput {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly axis: ValueAxis;
  readonly format: TickFormat;
  /** Height above the area in pixels, for flags. */
  readonly top?: number;
}

export function layoutOf({ width, height, count, axis, format, top = marksHeight }: LayoutInput): TimeLayout {
  const longest = Math.max(...tickLabels(axis.ticks, format).map((label) => label.length));
  const left = longest * characterWidth + 10;
  return {
    left,
    top,
    width: Math.max(1, width - left - 4),
    height: height - top - axisHeight,
    count: Math.max(1, count),
  };
}

/** Returns the width of a point's strip. */
export function bandOf({ width, count }: TimeLayout): number {
  return width / count;
}

/** Returns the centre of a point's strip. */
export function xOf(layout: TimeLayout, index: number): number {
  return layout.left + (index + 0.5) * bandOf(layout);
}

/**
 * Returns the vertical position of a value.
 * @param beyond Whether values outside the axis keep their position, to be clipped, instead of moving to the end of the axis.
 */
export function yOf({ top, height }: TimeLayout, { min, max }: ValueAxis, value: number, beyond = false): number {
  const visible = beyond ? value : Math.min(Math.max(value, min), max);
  return top + height * (1 - (visible - min) / (max - min || 1));
}

/** Returns the point at a horizontal position in the area. */
export function pointAt(layout: TimeLayout, x: number): number {
  return Math.min(layout.count - 1, Math.max(0, Math.floor(x / bandOf(layout))));
}

/** Returns the points that have a label on the axis: as many as fit at equal distances, including the last one. */
export function labelledPoints(layout: TimeLayout, longestLabel: number): number[] {
  // A label of the last point that does not fit its strip ends at the point and is therefore closer to the previous one.
  const room = longestLabel * characterWidth * 1.5 + 10;
  const every = Math.max(1, Math.ceil(room / bandOf(layout)));
  const found: number[] = [];
  for (let index = layout.count - 1; index >= 0; index -= every) found.unshift(index);
  return found;
}
