import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completenessOf } from "./file-completeness.ts";

test.for([
  ["a.xml", '<?xml version="1.0"?>\n<!-- <x> --><testsuites><testsuite/></testsuites>\n', "complete"],
  ["a.xml", "<testsuites/>", "complete"],
  ["a.xml", '<testsuite name="z"><testcase name="a"/', "incomplete"],
  ["a.xml", '<testsuite name="z"><testcase name="a"></testcase>', "incomplete"],
  ["a.trx", "\u00ef\u00bb\u00bf<TestRun></TestRun>", "complete"],
  ["a.json", '{"stats":{}}\n', "complete"],
  ["a.json", '{"stats":{', "incomplete"],
  ["a.jsonl", '{"Action":"run"}\n', "unknown"],
  ["a.zip", "PK\u0003\u0004 PK\u0005\u0006 end", "complete"],
  ["a.zip", "PK\u0003\u0004", "incomplete"],
  ["shot.png", "x", "complete"],
] as const)("%s with %j is %s", async ([name, content, expected]) => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-whole-"));
  const path = join(folder, name);
  writeFileSync(path, content, "latin1");
  expect(await completenessOf({ path, name, size: content.length, modified: 0, mustBeReport: true })).toBe(expected);
  rmSync(folder, { recursive: true });
});
