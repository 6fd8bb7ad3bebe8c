import { expect, test } from "vitest";
import { cut } from "./cut.ts";

test.for([
  ["short", 5, "short", "what fits stays"],
  ["longer", 5, "longe…", "what does not is cut"],
  ["ab😀", 3, "ab…", "a pair stays whole"],
  ["ab😀c", 4, "ab😀…", "a pair that ends there is kept"],
  ["", 0, "", "nothing"],
  ["x", 0, "…", "no room"],
] as const)("%j at %i is %j: %s", ([text, length, expected]) => {
  expect(cut(text, length)).toBe(expected);
});
