import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFiles } from "./find-files.ts";
import { workshop } from "#testing/cli-sandbox.ts";

const tree = {
  "out/b.xml": "22",
  "out/a.xml": "1",
  "out/deep/shot.png": "333",
  "out/node_modules/x/package.json": "{}",
  "out/.hidden": "h",
  "results [chrome].xml": "4",
};

async function names(patterns: readonly string[], cwd: string): Promise<string[]> {
  return (await findFiles(patterns, cwd)).map(({ name }) => name);
}

test("a folder includes everything in it except hidden files and node_modules", async () => {
  using shop = workshop(tree);
  expect(await names(["out"], shop.folder)).toEqual(["out/a.xml", "out/b.xml", "out/deep/shot.png"]);
});

test("a hidden folder is read if specified", async () => {
  using shop = workshop({ ".results/a.xml": "1" });
  expect(await names([".results"], shop.folder)).toEqual([".results/a.xml"]);
});

test("a pattern finds files at any depth, with their sizes", async () => {
  using shop = workshop(tree);
  expect(await findFiles(["**/[ab].xml"], shop.folder)).toMatchObject([
    { name: "out/a.xml", size: 1 },
    { name: "out/b.xml", size: 2 },
  ]);
});

test("a file whose name looks like a pattern is found by its name", async () => {
  using shop = workshop(tree);
  expect(await names(["results [chrome].xml"], shop.folder)).toEqual(["results [chrome].xml"]);
});

test("a file specified twice is sent once", async () => {
  using shop = workshop(tree);
  expect(await names(["out/a.xml", "out/*.xml", join(shop.folder, "out")], shop.folder)).toHaveLength(3);
});

test("a file outside the working folder keeps its full path, without dots", async () => {
  using shop = workshop(tree);
  const expected = `${shop.folder.slice(1)}/out/a.xml`;
  expect(await names(["../a.xml"], join(shop.folder, "out/deep"))).toEqual([expected]);
});

test("a folder that links to itself causes no loop", async () => {
  using shop = workshop(tree);
  symlinkSync(shop.folder, join(shop.folder, "out/loop"));
  expect(await names(["out"], shop.folder)).toContain("out/a.xml");
});

test("a pattern without a match is an error, because a missing report must not look green", async () => {
  using shop = workshop(tree);
  await expect(findFiles(["out/*.xml", "*.trx"], shop.folder)).rejects.toThrow("Nothing matches *.trx");
});
