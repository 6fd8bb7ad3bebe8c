import { expect, test } from "vitest";
import { totalOf } from "./declared-totals.ts";

test.for([
  ["0", 0],
  [" 12 ", 12],
  ["1,234", 1234],
  ["1.234.567", 1_234_567],
  ["1'234", 1234],
  ["1\u00a0234", 1234],
  ["1,23", undefined],
  ["1.5", undefined],
  ["-1", undefined],
  ["12345678901", undefined],
  ["many", undefined],
  ["", undefined],
  [undefined, undefined],
] as const)("the total %j is %j", ([text, expected]) => {
  expect(totalOf(text)).toBe(expected);
});
