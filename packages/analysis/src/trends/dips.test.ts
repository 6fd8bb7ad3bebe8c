import { expect, test } from "vitest";
import { dips } from "./dips.ts";

test.for([
  ["no values", [], []],
  ["too few values", [98, 98, 98, 98, 98, 50], []],
  ["steady values", [98, 98, 98, 98, 98, 98, 98], []],
  ["noise below the smallest drop", [98, 98, 98, 98, 98, 98, 96.5], []],
  ["one dip", [98, 97, 98, 70, 98, 99, 98], [3]],
  ["missing values do not count", [98, null, 97, 98, 70, null, 98, 99, 98], [4]],
  ["a rise is no dip", [50, 51, 50, 49, 50, 98, 50], []],
  ["values that vary widely", [60, 90, 70, 95, 80, 65, 85], []],
  ["the deepest three, in order", [98, 60, 98, 98, 50, 98, 70, 98, 40, 98, 98], [1, 4, 8]],
] as const)("%s", ([, values, expected]) => {
  expect(dips(values, { max: 3, minDrop: 2 }).map(({ index }) => index)).toEqual(expected);
});

test("reports the value and the usual value", () => {
  expect(dips([98, 97, 98, 70, 98, 99, 98, 96.5], { max: 3, minDrop: 2 })).toEqual([
    { index: 3, value: 70, usual: 98 },
  ]);
});
