/** Pixels as a canvas gives them: four bytes each, red, green, blue, alpha, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface Difference {
  /** What differs in magenta, the rest as a pale grey of the first picture. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly differing: number;
}

/** A channel may differ by this much before a pixel counts: what fonts are smoothed with differs by less. */
const tolerance = 24;

/**
 * Compares two pictures pixel by pixel.
 *
 * Both must have the same size. Where one picture ends earlier it must be transparent: that differs from everything that
 * is not.
 */
export function pixelDifference(first: Pixels, second: Pixels): Difference {
  const data = new Uint8ClampedArray(first.data.length);
  let differing = 0;
  for (let at = 0; at < data.length; at += 4) {
    const off = [0, 1, 2, 3].some(
      (channel) => Math.abs(at4(first, at + channel) - at4(second, at + channel)) > tolerance,
    );
    if (off) {
      differing += 1;
      data.set([220, 0, 140, 255], at);
    } else {
      const grey = (at4(first, at) + at4(first, at + 1) + at4(first, at + 2)) / 3;
      const pale = 225 + grey * 0.12;
      data.set([pale, pale, pale, 255], at);
    }
  }
  return { data, differing };
}

function at4({ data }: Pixels, index: number): number {
  return data[index] ?? 0;
}
