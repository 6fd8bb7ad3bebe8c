import { expect, test } from "vitest";
import { nextZoom } from "./zoom.ts";

test.for([
  [null, 1, 1],
  [null, -1, 0.75],
  [1, 1, 1.5],
  [8, 1, 8],
  [0.1, -1, 0.1],
] as const)("from %s, direction %d: %d", ([zoom, direction, expected]) => {
  expect(nextZoom(zoom, direction)).toBe(expected);
});
