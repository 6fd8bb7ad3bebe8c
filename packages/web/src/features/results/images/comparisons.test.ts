import type { Artifact } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { findComparisons } from "./comparisons.ts";

const images = (...names: readonly string[]): Artifact[] =>
  names.map((name, index) => ({
    id: index + 1,
    attempt: 0,
    name,
    kind: "screenshot",
    contentType: "image/png",
    size: 1,
    url: "#",
    viewUrl: null,
  }));

test.for([
  [["cart-expected.png", "cart-actual.png", "cart-diff.png"], [["cart.png", 1, 2, 3]], []],
  [["cart-actual.png", "cart-expected.png"], [["cart.png", 2, 1, null]], []],
  [["cart.base.png", "cart.comparison.png", "cart.diff.png"], [["cart.png", 1, 2, 3]], []],
  [["cart-actual.png", "cart-diff.png"], [], [1, 2]],
  [["screenshot", "cart-previous.png"], [], [1, 2]],
  [["a-expected.png", "b-actual.png"], [], [1, 2]],
  [
    ["a-expected.png", "a-actual.png", "b-expected.png", "b-actual.png"],
    [
      ["a.png", 1, 2, null],
      ["b.png", 3, 4, null],
    ],
    [],
  ],
  [["a-b-expected.png", "a-b-actual.png", "screenshot"], [["a-b.png", 1, 2, null]], [3]],
] as const)("%j", ([names, comparisons, others]) => {
  const found = findComparisons(images(...names));
  expect(
    found.comparisons.map(({ name, expected, actual, diff }) => [name, expected.id, actual.id, diff?.id ?? null]),
  ).toEqual(comparisons);
  expect(found.others.map(({ id }) => id)).toEqual(others);
});

test("pictures of different attempts do not belong together", () => {
  const [expected, actual] = images("cart-expected.png", "cart-actual.png") as [Artifact, Artifact];
  expect(findComparisons([expected, { ...actual, attempt: 1 }]).comparisons).toEqual([]);
});
