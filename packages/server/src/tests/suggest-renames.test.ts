import { expect, test } from "vitest";
import { suggestRenames } from "./suggest-renames.ts";

const candidate = (id: number, ...titlePath: string[]) => ({
  id,
  file: "cart.spec.ts",
  titlePath,
  variant: "",
  firstDay: "2026-03-01",
  lastDay: "2026-03-02",
});

test.for([
  ["the same title in another describe", ["cart", "adds an item"], ["basket", "adds an item"], true],
  ["one word changed of four", ["cart", "adds one item"], ["cart", "adds two items and one item"], true],
  ["other words", ["cart", "adds an item"], ["cart", "pays with a card"], false],
  ["no words at all", ["…"], ["!"], false],
] as const)("%s", ([, was, is, expected]) => {
  const found = suggestRenames({ titlePath: [...was] }, [candidate(1, ...is)]);
  expect(found.length > 0).toBe(expected);
});

test("lists the most similar first, five at most", () => {
  const many = Array.from({ length: 9 }, (_, index) => candidate(index + 2, "cart", "adds an item", `${index}`));
  const found = suggestRenames({ titlePath: ["cart", "adds an item"] }, [
    ...many,
    candidate(1, "shop", "adds an item"),
  ]);
  expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});
