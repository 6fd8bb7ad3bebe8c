import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openFile } from "./open-file.ts";

test("an open file is read to its end, even if its name is deleted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumb-open-file-"));
  const path = join(folder, "file");
  await writeFile(path, "0123456789");
  const [full, part] = [await openFile(path), await openFile(path, { start: 2, end: 4 })];
  await rm(folder, { recursive: true });
  expect([full?.size, part?.size]).toEqual([10, 10]);
  if (full === null || part === null) throw new Error("The file was not there.");
  expect([await text(full.stream), await text(part.stream)]).toEqual(["0123456789", "234"]);
  expect(await openFile(path)).toBeNull();
});

test("opening a directory fails immediately, and not later on its stream", async () => {
  await expect(openFile(join(tmpdir(), "\0"))).rejects.toThrow("null bytes");
});
