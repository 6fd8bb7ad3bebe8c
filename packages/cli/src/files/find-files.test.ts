import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFiles } from "./find-files.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

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
  using sandbox = createSandbox(tree);
  expect(await names(["out"], sandbox.folder)).toEqual(["out/a.xml", "out/b.xml", "out/deep/shot.png"]);
});

test("a hidden folder is read if specified", async () => {
  using sandbox = createSandbox({ ".results/a.xml": "1" });
  expect(await names([".results"], sandbox.folder)).toEqual([".results/a.xml"]);
});

test("a pattern finds files at any depth, with their sizes", async () => {
  using sandbox = createSandbox(tree);
  expect(await findFiles(["**/[ab].xml"], sandbox.folder)).toMatchObject([
    { name: "out/a.xml", size: 1 },
    { name: "out/b.xml", size: 2 },
  ]);
});

test("a file whose name looks like a pattern is found by its name", async () => {
  using sandbox = createSandbox(tree);
  expect(await names(["results [chrome].xml"], sandbox.folder)).toEqual(["results [chrome].xml"]);
});

test("a file specified twice is sent once", async () => {
  using sandbox = createSandbox(tree);
  expect(await names(["out/a.xml", "out/*.xml", join(sandbox.folder, "out")], sandbox.folder)).toHaveLength(3);
});

test("a file outside the working folder keeps its full path, without dots", async () => {
  using sandbox = createSandbox(tree);
  const expected = `${sandbox.folder.slice(1)}/out/a.xml`;
  expect(await names(["../a.xml"], join(sandbox.folder, "out/deep"))).toEqual([expected]);
});

test("a folder that links to itself causes no loop", async () => {
  using sandbox = createSandbox(tree);
  symlinkSync(sandbox.folder, join(sandbox.folder, "out/loop"));
  expect(await names(["out"], sandbox.folder)).toContain("out/a.xml");
});

test("a pattern without a match is an error, because a missing report must not look green", async () => {
  using sandbox = createSandbox(tree);
  await expect(findFiles(["out/*.xml", "*.trx"], sandbox.folder)).rejects.toThrow("Nothing matches *.trx");
});
