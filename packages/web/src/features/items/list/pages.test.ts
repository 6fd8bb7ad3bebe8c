import { expect, test } from "vitest";
import { pageWindow } from "./pages.ts";

test.for([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [3, 20, [1, 2, 3, 4, 5]],
  [10, 20, [8, 9, 10, 11, 12]],
  [20, 20, [16, 17, 18, 19, 20]],
] as const)("page %d of %d has the buttons %j", ([page, pages, expected]) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});
