import { expect, test } from "vitest";
import { besidesFirst, windowsOf } from "./windows.ts";

test.for([
  [0, 30, [], "the first window is always there"],
  [80, 120, [1], "a range that reaches into the second"],
  [190, 230, [1, 2], "a range over a border"],
  [49_970, 49_999, [499], "far down only what is seen"],
  [0, -1, [], "an empty list"],
] as const)("rows %i to %i need windows %j: %s", ([start, end, expected]) => {
  expect(besidesFirst(windowsOf(start, end, 100))).toEqual(expected);
});
