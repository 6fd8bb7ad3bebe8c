import { expect, test } from "vitest";
import { cut, cutAtWord, cutInMiddle } from "./cut.ts";

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

test.for([
  ["short", 5, "short", "what fits stays"],
  ["checkout › pays by card", 11, "chec…y card", "the start and a longer end are kept"],
  ["ab😀cdefgh", 4, "a…gh", "nothing is cut within a pair"],
  ["abcd😀f", 4, "a…f", "half a pair is dropped"],
  ["x", 0, "…", "no room"],
] as const)("the middle of %j at %i is cut to %j: %s", ([text, length, expected]) => {
  expect(cutInMiddle(text, length)).toBe(expected);
});
