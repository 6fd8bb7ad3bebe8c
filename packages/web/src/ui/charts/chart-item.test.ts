import { expect, test } from "vitest";
import { shareText } from "./chart-item.ts";

test.for([
  [4641, 4827, "4,641 (96.1%)", "one decimal"],
  [0, 12, "0 (0.0%)", "nothing is nothing"],
  [12, 12, "12 (100.0%)", "all is all"],
  [1, 50_000, "1 (0.1%)", "one failure of many is not rounded away"],
  [49_999, 50_000, "49,999 (99.9%)", "nor is the rest rounded up to all"],
  [0, 0, "0 (0.0%)", "a share of nothing is no NaN"],
] as const)("%d of %d is %s: %s", ([value, total, expected]) => {
  expect(shareText(value, total)).toBe(expected);
});
