import { cut } from "#lib/format/format.ts";

/** Width of a letter of a label, the space between labels, and between a flag and its label, in pixels. */
const letterWidth = 6.5;
const labelGap = 8;
const flagGap = 10;
const maxLetters = 40;

/** Place of a label. */
export interface PlacedLabel {
  readonly text: string;
  /** 0 is the uppermost row. */
  readonly row: number;
  /** `left`: the label ends at its flag, because there is no room on the right. */
  readonly side: "left" | "right";
}

interface LabelArea {
  /** Edges in pixels. */
  readonly left: number;
  readonly right: number;
  readonly rows: number;
}

/**
 * Places labels beside flags, so that they never overlap. Later flags come first, because they are usually of interest. A label without room is
 * `null`.
 *
 * @param flags `x` in pixels.
 */
export function placeLabels(
  flags: readonly { readonly x: number; readonly label: string }[],
  { left, right, rows }: LabelArea,
): (PlacedLabel | null)[] {
  const taken: (readonly [from: number, until: number])[][] = Array.from({ length: rows }, () => []);
  const placed = flags.map((): PlacedLabel | null => null);
  const latestFirst = flags.map((flag, index) => ({ ...flag, index })).toSorted((a, b) => b.x - a.x);
  for (const { x, label, index } of latestFirst) {
    const text = cut(label, maxLetters);
    const width = flagGap + widthOf(text);
    const spans = [
      { side: "right", from: x, until: x + width },
      { side: "left", from: x - width, until: x },
    ] as const;
    const found = spans
      .filter(({ from, until }) => from >= left && until <= right)
      .flatMap(({ side, from, until }) => {
        const row = taken.findIndex((all) =>
          all.every(([start, end]) => until + labelGap <= start || end + labelGap <= from),
        );
        return row === -1 ? [] : [{ side, from, until, row }];
      })
      .toSorted((a, b) => a.row - b.row)[0];
    if (found === undefined) continue;
    taken[found.row]?.push([found.from, found.until]);
    placed[index] = { text, row: found.row, side: found.side };
  }
  return placed;
}

/** Returns the estimated width of a text in pixels. Letters of East Asian scripts and emoji are twice as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth * ((letter.codePointAt(0) ?? 0) >= 0x11_00 ? 2 : 1);
  return width;
}
