import { expect, test } from "vitest";
import { countWords, overLimit } from "./identifiers.mjs";

test("counts words in identifiers, but not in texts, comments and longer words", () => {
  const source = `
    // The place that was given.
    function placeOf({ given }: Place): string { return given.replace("place", \`\${shownPlaces}\`); }`;
  expect(Object.fromEntries(countWords("a.ts", source))).toEqual({ place: 2, given: 3, shown: 1, places: 1 });
});

test("reports only words that became more frequent, with better ones", () => {
  const counts = new Map([
    ["given", 3],
    ["told", 2],
    ["place", 4],
  ]);
  expect(overLimit(counts, { given: 3, told: 1, place: 5 })).toEqual([
    'Identifiers contain "told" 2 times, 1 more than before: use sent, announced.',
  ]);
});
