import type { Pixels } from "./square.ts";

/**
 * Returns the picture on a white background, scaled down to at most `max` pixels on its longer side, never up. Each new pixel is the mean of whole
 * source pixels.
 */
export function shrunk({ data, width, height }: Pixels, max: number): Pixels {
  const scale = Math.max(1, Math.max(width, height) / max);
  const size = { width: Math.max(1, Math.round(width / scale)), height: Math.max(1, Math.round(height / scale)) };
  const result = new Uint8ClampedArray(size.width * size.height * 4);
  for (let y = 0; y < size.height; y += 1) {
    const top = Math.floor((y * height) / size.height);
    const under = Math.max(top + 1, Math.floor(((y + 1) * height) / size.height));
    for (let x = 0; x < size.width; x += 1) {
      const left = Math.floor((x * width) / size.width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / size.width));
      let [red, green, blue] = [0, 0, 0];
      for (let fromY = top; fromY < under; fromY += 1) {
        for (let at = (fromY * width + left) * 4, end = at + (right - left) * 4; at < end; at += 4) {
          const opacity = data[at + 3] ?? 0;
          const ground = 255 * (255 - opacity);
          red += (data[at] ?? 0) * opacity + ground;
          green += (data[at + 1] ?? 0) * opacity + ground;
          blue += (data[at + 2] ?? 0) * opacity + ground;
        }
      }
      const weight = (under - top) * (right - left) * 255;
      const to = (y * size.width + x) * 4;
      result[to] = red / weight;
      result[to + 1] = green / weight;
      result[to + 2] = blue / weight;
      result[to + 3] = 255;
    }
  }
  return { data: result, ...size };
}
