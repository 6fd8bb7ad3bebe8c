import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wholenessOf } from "./file-completeness.ts";

test.for([
  ["a.xml", '<?xml version="1.0"?>\n<!-- <x> --><testsuites><testsuite/></testsuites>\n', "whole"],
  ["a.xml", "<testsuites/>", "whole"],
  ["a.xml", '<testsuite name="z"><testcase name="a"/', "begun"],
  ["a.xml", '<testsuite name="z"><testcase name="a"></testcase>', "begun"],
  ["a.trx", "\u00ef\u00bb\u00bf<TestRun></TestRun>", "whole"],
  ["a.json", '{"stats":{}}\n', "whole"],
  ["a.json", '{"stats":{', "begun"],
  ["a.jsonl", '{"Action":"run"}\n', "unknown"],
  ["a.zip", "PK\u0003\u0004 PK\u0005\u0006 end", "whole"],
  ["a.zip", "PK\u0003\u0004", "begun"],
  ["shot.png", "x", "whole"],
] as const)("%s with %j is %s", async ([name, content, expected]) => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-whole-"));
  const path = join(folder, name);
  writeFileSync(path, content, "latin1");
  expect(await wholenessOf({ path, name, size: content.length, modified: 0, meant: true })).toBe(expected);
  rmSync(folder, { recursive: true });
});
