import { expect, test } from "vitest";
import { functions } from "./functions.ts";
import { repeated, steepGrowth } from "./growth.ts";
import { pieces } from "./pieces.ts";

/** What keeps a pattern from matching is mostly the character after the last piece. */
const ends: readonly ((text: string) => string)[] = [(text) => text, (text) => `x${text}x`];

test.for(Object.entries(functions))("%s takes time in proportion to its text", async ([, work]) => {
  const found: unknown[] = [];
  for (const piece of pieces)
    for (const [end, ended] of ends.entries()) {
      const growth = await steepGrowth(work, (length) => ended(repeated(piece, length)));
      if (growth !== null) found.push({ piece, end, growth });
    }
  expect(found).toEqual([]);
});

const blanks = (length: number) => `${repeated(" ", length)}x`;
const quadratic = (text: string) => text.replace(/\s+$/, "");
const linear = (text: string) => Array.from({ length: 400 }, () => text.replaceAll(/\S/g, "y"));

test("the measurement finds quadratic work and passes linear work that is slow", async () => {
  expect(await steepGrowth(quadratic, blanks)).not.toBeNull();
  expect(await steepGrowth(linear, blanks)).toBeNull();
});
