import { expect, test } from "vitest";
import { cut, cutAtWord } from "./cut.ts";

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

test("a text is cut after a word, unless that leaves too little", () => {
  expect(cutAtWord("the bank refused the card", 16)).toBe("the bank refused…");
  expect(cutAtWord("the bank refused the card", 18)).toBe("the bank refused…");
  expect(cutAtWord("the bank, refused", 10)).toBe("the bank…");
  expect(cutAtWord("the bank", 8)).toBe("the bank");
  expect(cutAtWord("a https://plumb.example/reports/12", 20)).toBe("a https://plumb.exam…");
});
