import { expect, test } from "vitest";
import { isOversized, parseJson } from "./bounded-json.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.for([
  ["lists that are nested 200 times", nested(200), false],
  ["lists that are nested 201 times", nested(201), true],
  ["lists that never end", "[".repeat(80_000), true],
  ["objects that are nested 80,000 times", `${'{"a":'.repeat(80_000)}1${"}".repeat(80_000)}`, true],
  ["99,999 items", `[${"1,".repeat(99_998)}1]`, false],
  ["100,001 items", `[${"1,".repeat(100_000)}1]`, true],
  ["2,700,000 objects", `[${"{},".repeat(2_700_000)}{}]`, true],
  ["a text of 8 MB", JSON.stringify("x".repeat(8_000_000)), false],
  ["a text of brackets", JSON.stringify({ a: '[{"'.repeat(100_000) }), false],
  ["a text that ends with a backslash", '["a\\', false],
  ["a page of commas", `<html>${",[".repeat(200_000)}`, false],
  ["a number", "1", false],
  ["nothing", "", false],
] as const)("%s are oversized: %s", ([, text, expected]) => {
  expect(isOversized(text)).toBe(expected);
});

test("brackets after a text with escapes count", () => {
  expect(isOversized(`["\\\\",${nested(200)}]`)).toBe(true);
  expect(isOversized(`["\\"",${nested(200)}]`)).toBe(true);
  expect(isOversized(`["\\",${nested(200)}"]`)).toBe(false);
});

test.for([
  ['{"a":[1,"x",null]}', { a: [1, "x", null] }],
  [" \r\n[1]", [1]],
  ["true", true],
  ["", undefined],
  ['{"cut', undefined],
  [nested(80_000), undefined],
] as const)("%s is read", ([text, expected]) => {
  expect(parseJson(text)).toEqual(expected);
});
