import { expect, test } from "vitest";
import { rowsBetween } from "./use-selection.ts";

test("a range includes both ends, in both directions", () => {
  expect(rowsBetween([7, 5, 9, 2], 5, 2)).toEqual([5, 9, 2]);
  expect(rowsBetween([7, 5, 9, 2], 2, 5)).toEqual([5, 9, 2]);
  expect(rowsBetween([7, 5, 9, 2], 9, 9)).toEqual([9]);
});

test("there is no range from or to a row that is not in the list", () => {
  expect(rowsBetween([7, 5], 1, 5)).toEqual([]);
  expect(rowsBetween([7, 5], 5, 1)).toEqual([]);
});
