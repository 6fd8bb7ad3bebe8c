import { expect, test } from "vitest";
import { matchRenames, type NamedTest } from "./match-renames.ts";

/** Returns a test from `file › suite › title`, with an optional `@variant`. */
function named(text: string): NamedTest {
  const [name = "", variant = ""] = text.split(" @");
  const [file = "", ...titlePath] = name.split(" › ");
  return { file, titlePath, variant };
}

test.for<[string, string[], string[], [number, number][]]>([
  ["a test moved to another file", ["a.ts › cart › pays"], ["b.ts › cart › pays"], [[0, 0]]],
  ["a renamed suite", ["a.ts › cart › pays"], ["a.ts › basket › pays"], [[0, 0]]],
  ["a similar title in the same file", ["a.ts › cart › pays by card"], ["a.ts › cart › pays by credit card"], [[0, 0]]],
  [
    "a similar title in another file is another test",
    ["a.ts › cart › pays by card"],
    ["b.ts › cart › pays by cash"],
    [],
  ],
  [
    "a different title in the same file is another test",
    ["a.ts › cart › pays by card"],
    ["a.ts › login › shows errors"],
    [],
  ],
  ["another variant is another test", ["a.ts › cart › pays @chromium"], ["b.ts › cart › pays @firefox"], []],
  ["two equal candidates are no pair", ["a.ts › pays"], ["b.ts › pays", "c.ts › pays"], []],
  ["two removed tests with one candidate are no pair", ["a.ts › pays", "b.ts › pays"], ["c.ts › pays"], []],
  [
    "a test is in one pair, with the most similar one",
    ["a.ts › cart › pays by card", "a.ts › cart › pays by card twice"],
    ["a.ts › cart › pays by card three times", "a.ts › cart › pays by new card"],
    [[0, 1]],
  ],
  ["names without words", ["a.ts › ---"], ["a.ts › ***"], []],
])("%s", ([, before, after, pairs]) => {
  const [removed, added] = [before.map(named), after.map(named)];
  const found = [...matchRenames(removed, added)].map(([one, other]) => [removed.indexOf(one), added.indexOf(other)]);
  expect(found).toEqual(pairs);
});

test("many tests of one file that all disappear are matched in less than quadratic memory", () => {
  const removed = Array.from({ length: 300 }, (_, index) => named(`a.ts › suite ${index} › case number ${index}`));
  const added = Array.from({ length: 300 }, (_, index) => named(`b.ts › suite ${index} › case number ${index}`));
  expect(matchRenames(removed, added).size).toBe(300);
});
