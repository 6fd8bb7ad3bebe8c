import { expect, test } from "vitest";
import { failingLine } from "./failing-line.ts";

const stack = [
  "Error: no",
  "    at pay (/work/shop/src/pay.ts:7:3)",
  "    at /work/shop/e2e/pay.spec.ts:41:9",
  "    at /work/shop/e2e/pay.spec.ts:12:1",
].join("\n");

test("the line is that of the innermost frame in the test's file", () => {
  expect(failingLine("e2e/pay.spec.ts", [{ message: "no", stack }])).toBe(41);
  expect(failingLine("e2e/pay.spec.ts", [{ message: stack }])).toBe(41);
  expect(failingLine("e2e\\pay.spec.ts", [{ message: "no", file: "/work/shop/e2e/pay.spec.ts", line: 9 }])).toBe(9);
  expect(failingLine("pay.spec.ts", [{ message: "first" }, { message: "no", stack }])).toBe(41);
});

test("without a frame in the test's file, there is no line", () => {
  expect(failingLine("e2e/cart.spec.ts", [{ message: "no", stack }])).toBeNull();
  expect(failingLine("", [{ message: "no", stack }])).toBeNull();
  expect(failingLine("e2e/pay.spec.ts", [])).toBeNull();
});
