import { expect, test } from "vitest";
import { type Color, fieldsOf, fourFields } from "#testing/pictures.ts";
import { squareOf, turned } from "./square.ts";

function picture(width: number, ...colours: Color[]) {
  return { data: Uint8ClampedArray.from(colours.flat()), width, height: colours.length / width };
}

const black: Color = [0, 0, 0, 255];
const white: Color = [255, 255, 255, 255];
const nothing: Color = [255, 0, 0, 0];

test.for([
  [40, 24],
  [24, 40],
  [601, 333],
  [3000, 500],
] as const)("keeps the middle of %i by %i pixels, scaled down and never up", ([width, height]) => {
  const square = squareOf(fourFields(width, height), 256);
  const side = Math.min(width, height, 256);
  expect([square.width, square.height, square.data.length]).toEqual([side, side, side * side * 4]);
  expect(fieldsOf(square)).toBe("red green blue white");
});

test("a new pixel is the mean of its sources, weighted by area", () => {
  expect([...squareOf(picture(2, black, white, white, black), 1).data]).toEqual([128, 128, 128, 255]);
  const [left, , , , middle] = squareOf(
    picture(3, ...Array.from({ length: 9 }, (_, i) => (i % 3 === 0 ? black : white))),
    2,
  ).data;
  expect([left, middle]).toEqual([85, 255]);
});

test("invisible pixels do not colour visible ones", () => {
  expect([...squareOf(picture(2, nothing, white, white, nothing), 1).data]).toEqual([255, 255, 255, 128]);
  expect([...squareOf(picture(2, nothing, nothing, nothing, nothing), 1).data]).toEqual([0, 0, 0, 0]);
});

// Corners as displayed, for a picture whose stored rows are "red green" and "blue white".
test.for([
  [1, "red green blue white"],
  [2, "green red white blue"],
  [3, "white blue green red"],
  [4, "blue white red green"],
  [5, "red blue green white"],
  [6, "blue red white green"],
  [7, "white green blue red"],
  [8, "green white red blue"],
] as const)("orientation %i shows %s", ([orientation, seen]) => {
  expect(fieldsOf(turned(fourFields(8, 8), orientation))).toBe(seen);
});
