import { expect, test } from "vitest";
import { JoinedTexts } from "./joined-texts.ts";

const texts = ["pays by card", "", "pays", "car\nd", "card card", "zażółć 🃏 card"];
const joined = new JoinedTexts(texts);

test("each text is returned unchanged", () => {
  expect(joined).toHaveLength(texts.length);
  expect(texts.map((_, index) => joined.at(index))).toEqual(texts);
});

test.for(["card", "pays", "c", "d", "scar", "🃏", "none", "carda"])(
  "%s is found in the texts that contain it",
  (word) => {
    expect([...joined.having(word)]).toEqual(texts.map((text) => (text.includes(word) ? 1 : 0)));
  },
);

test("an empty list of texts contains no word", () => {
  expect([...new JoinedTexts([]).having("card")]).toEqual([]);
});
