import { expect, test } from "vitest";
import { ownerFinder } from "../../packages/analysis/src/owners/owner-finder.ts";
import { readOwnerRules } from "../../packages/analysis/src/owners/owner-rules.ts";
import { argumentsFor, textFunctions } from "./exported-functions.ts";
import { exceptions, functions } from "./functions.ts";
import { repeated, steepGrowth } from "./growth.ts";
import { jsonReaderWork } from "./json-readers.ts";
import { jsonShapes } from "./json-shapes.ts";
import { pieces } from "./pieces.ts";
import { readerWork } from "./readers.ts";

const found = textFunctions();
const callable = found.filter(
  ({ name, parameters }) => !(name in functions) && !(name in exceptions) && argumentsFor(parameters, "") !== null,
);

async function steepPieces(work: (text: string) => unknown): Promise<unknown[]> {
  const steep: unknown[] = [];
  for (const piece of pieces) {
    // The last character usually prevents a match.
    const growth = await steepGrowth(work, (length) => `${repeated(piece, length)}x`);
    if (growth !== null) steep.push({ piece, growth });
  }
  return steep;
}

test.for(callable.map((each) => [each.name, each] as const))(
  "%s takes linear time",
  async ([, { parameters, load }]) => {
    const work = await load();
    expect(await steepPieces((text) => work(...(argumentsFor(parameters, text) ?? [])))).toEqual([]);
  },
);

test.for(Object.entries(functions))("%s takes linear time", async ([, work]) => {
  expect(await steepPieces(work)).toEqual([]);
});

test.for(Object.entries(readerWork()))("the reader of %s takes linear time", async ([, work]) => {
  expect(await steepPieces(work)).toEqual([]);
});

test.for(Object.entries(jsonReaderWork()))("the reader of JSON from %s takes linear time", async ([, work]) => {
  const steep: unknown[] = [];
  for (const [shape, textOf] of Object.entries(jsonShapes)) {
    const growth = await steepGrowth(work, textOf);
    if (growth !== null) steep.push({ shape, growth });
  }
  expect(steep).toEqual([]);
});

test("every exported function that takes text is measured, or has a reason", () => {
  const known = new Set([...callable.map(({ name }) => name), ...Object.keys(functions), ...Object.keys(exceptions)]);
  const forgotten = found.filter(({ isStrict, name }) => isStrict && !known.has(name)).map(({ name }) => name);
  expect(forgotten, "add them to functions.ts").toEqual([]);
  const removed = Object.keys(exceptions).filter((name) => !found.some((each) => each.name === name));
  expect(removed, "take them out of functions.ts").toEqual([]);
});

/** Returns rules in lines of 100 characters. Only the first 1,000 rules are read. */
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
