import { expect, test } from "vitest";
import { ownerFinder } from "../../packages/analysis/src/owners/owner-finder.ts";
import { readOwnerRules } from "../../packages/analysis/src/owners/owner-rules.ts";
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

/** A line of 100 characters for each rule, of which the first 1,000 are read, and a file for each of them. */
const ownerLines = (length: number) =>
  Array.from({ length: length / 100 }, (_, line) => `/app${line}/e2e/*-${line}.spec.ts @team-${line}`.padEnd(99)).join(
    "\n",
  );

const ownersOfAll = (text: string) => {
  const find = ownerFinder(readOwnerRules(text).rules);
  return text.split("\n").map((line) => find(line.split(" ", 1)[0]?.replace("*", "cart") ?? ""));
};

test("owners of many files by many rules take time in proportion to files and rules, not to their product", async () => {
  expect(ownersOfAll(ownerLines(300))).toEqual(["@team-0", "@team-1", "@team-2"]);
  expect(await steepGrowth(ownersOfAll, ownerLines)).toBeNull();
});

const blanks = (length: number) => `${repeated(" ", length)}x`;
const quadratic = (text: string) => text.replace(/\s+$/, "");
const linear = (text: string) => Array.from({ length: 400 }, () => text.replaceAll(/\S/g, "y"));

test("the measurement finds quadratic work and passes linear work that is slow", async () => {
  expect(await steepGrowth(quadratic, blanks)).not.toBeNull();
  expect(await steepGrowth(linear, blanks)).toBeNull();
});
