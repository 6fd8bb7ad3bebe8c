import { cut } from "#lib/format/format.ts";

/** Width of a letter of a label, the space between labels, and between a point and its label, in pixels. */
const letterWidth = 6.5;
const labelGap = 8;
const pointGap = 10;
export const labelHeight = 14;
/** A shorter beginning of a label does not help. */
const minWidth = 90;

interface Label {
  /** Position of its point in pixels. */
  readonly x: number;
  readonly text: string;
  /** Possible upper edges, best first. */
  readonly ys: readonly number[];
}

/** Place of a label. */
export interface PlacedLabel {
  readonly text: string;
  /** Upper edge in pixels. */
  readonly y: number;
  /** `left`: the label ends at its point, for lack of room on the right. */
  readonly side: "left" | "right";
}

interface LabelArea {
  /** Edges in pixels. */
  readonly left: number;
  readonly right: number;
  readonly maxLetters: number;
}

interface Span {
  readonly from: number;
  readonly until: number;
  readonly y: number;
}

/**
 * Places labels beside their points, so that they never overlap or leave the area. Labels on the right are placed first, because the latest are
 * usually of interest. Long labels are cut. A label without room is `null`.
 */
export function placeLabels(labels: readonly Label[], { left, right, maxLetters }: LabelArea): (PlacedLabel | null)[] {
  const taken: Span[] = [];
  const placed = labels.map((): PlacedLabel | null => null);
  const latestFirst = labels.map((label, index) => ({ ...label, index })).toSorted((a, b) => b.x - a.x);
  for (const { x, text: full, ys, index } of latestFirst) {
    const longest = Math.max(right - x, x - left) - pointGap;
    const text = fitted(cut(full, maxLetters), longest);
    const width = pointGap + widthOf(text);
    const found = ys
      .flatMap((y) => [
        { side: "right" as const, from: x, until: x + width, y },
        { side: "left" as const, from: x - width, until: x, y },
      ])
      .find((span) => span.from >= left && span.until <= right && taken.every((other) => areSeparate(span, other)));
    if (text === "" || found === undefined) continue;
    taken.push(found);
    placed[index] = { text, y: found.y, side: found.side };
  }
  return placed;
}

function areSeparate(one: Span, other: Span): boolean {
  const isInOtherRow = Math.abs(one.y - other.y) >= labelHeight;
  return isInOtherRow || one.until + labelGap <= other.from || other.until + labelGap <= one.from;
}

/** Returns the text, or a beginning with this width in pixels; empty if it would be too short. */
function fitted(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < minWidth) return "";
  let length = text.length;
  while (length > 0 && widthOf(cut(text, length)) > width) length -= 1;
  return cut(text, length);
}

/** Returns the estimated width of a text in pixels. Letters of East Asian scripts and emoji are twice as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth * ((letter.codePointAt(0) ?? 0) >= 0x11_00 ? 2 : 1);
  return width;
}
