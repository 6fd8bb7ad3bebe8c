import { expect, test } from "vitest";
import { pixelDifference } from "./pixel-difference.ts";

const row = (...pixels: readonly (readonly [number, number, number, number])[]) => ({
  data: new Uint8ClampedArray(pixels.flat()),
  width: pixels.length,
  height: 1,
});

test("what differs is counted and coloured, what is smoothed otherwise is not", () => {
  const { data, differing } = pixelDifference(
    row([0, 0, 0, 255], [200, 200, 200, 255], [255, 255, 255, 255]),
    row([0, 0, 0, 255], [210, 190, 200, 255], [255, 0, 255, 255]),
  );
  expect(differing).toBe(1);
  expect(Array.from(data.subarray(8, 12))).toEqual([220, 0, 140, 255]);
  expect(data[0]).toBe(data[2]);
});

test("where one picture has ended, everything that is drawn differs", () => {
  expect(pixelDifference(row([0, 0, 0, 255], [0, 0, 0, 0]), row([0, 0, 0, 0], [0, 0, 0, 0])).differing).toBe(1);
});
