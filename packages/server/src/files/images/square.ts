import type { Orientation } from "./orientation.ts";

/** RGBA, four bytes per pixel, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the middle of a picture as a square of at most `max` pixels a side. Each new pixel is the mean of the area it covers, weighted by opacity.
 * Smaller pictures are cropped, not enlarged.
 */
export function squareOf(picture: Pixels, max: number): Pixels {
  const edge = Math.min(picture.width, picture.height);
  const side = Math.min(edge, max);
  const left = Math.floor((picture.width - edge) / 2);
  const top = Math.floor((picture.height - edge) / 2);
  const scale = edge / side;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const area = { x: left + x * scale, y: top + y * scale, size: scale };
      data.set(mean(picture, area), (y * side + x) * 4);
    }
  }
  return { data, width: side, height: side };
}

/** Source pixels at the edges count by the fraction that is inside the area. */
function mean({ data, width }: Pixels, area: { x: number; y: number; size: number }): [number, number, number, number] {
  const [right, bottom] = [area.x + area.size, area.y + area.size];
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = Math.floor(area.y); y < bottom; y += 1) {
    const tall = Math.min(y + 1, bottom) - Math.max(y, area.y);
    for (let x = Math.floor(area.x); x < right; x += 1) {
      const at = (y * width + x) * 4;
      const weight = (data[at + 3] ?? 0) * tall * (Math.min(x + 1, right) - Math.max(x, area.x));
      red += (data[at] ?? 0) * weight;
      green += (data[at + 1] ?? 0) * weight;
      blue += (data[at + 2] ?? 0) * weight;
      opacity += weight;
    }
  }
  if (opacity === 0) return [0, 0, 0, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / (area.size * area.size)];
}

/** Source coordinates of the pixel at (x, y), by orientation; `last` is the highest coordinate. */
const sources: Readonly<Record<Orientation, (x: number, y: number, last: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y, last) => [last - x, y],
  3: (x, y, last) => [last - x, last - y],
  4: (x, y, last) => [x, last - y],
  5: (x, y) => [y, x],
  6: (x, y, last) => [y, last - x],
  7: (x, y, last) => [last - y, last - x],
  8: (x, y, last) => [last - y, x],
};

/** Turns a square by its EXIF orientation. */
export function turned({ data, width: side }: Pixels, orientation: Orientation): Pixels {
  const source = sources[orientation];
  const result = new Uint8ClampedArray(data.length);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [fromX, fromY] = source(x, y, side - 1);
      const from = (fromY * side + fromX) * 4;
      result.set(data.subarray(from, from + 4), (y * side + x) * 4);
    }
  }
  return { data: result, width: side, height: side };
}
