import { expect, test } from "vitest";
import { matchScore, searchable } from "./match-score.ts";

test.for([
  ["Storefront", "store", 4, "the start"],
  ["Web shop", "shop", 3, "the start of a word"],
  ["Storefront", "front", 2, "a part"],
  ["Web shop", "ws", 1, "the first letters of the words"],
  ["Storefront", "stfr", 1, "a shortened word"],
  ["Storefront", "sr", 0, "two letters shorten nothing"],
  ["Storefront", "tfr", 0, "a shortening keeps the first letter"],
  ["Web shop", "shop web", 3.5, "words in any order"],
  ["Web shop", "web store", 0, "every word must fit"],
  ["checkout-e2e", "E2E", 3, "signs part words, case does not count"],
  ["Café Münster", "cafe munster", 3.5, "accents do not count"],
  ["Anything", "", 1, "nothing typed fits everything"],
] as const)("%s for %j scores %d: %s", ([text, typed, expected]) => {
  expect(matchScore(searchable(text), searchable(typed))).toBe(expected);
});
