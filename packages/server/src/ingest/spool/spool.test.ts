import { expect, test } from "vitest";
import { safeName } from "./spool.ts";

test.for([
  ["a/b.xml", "a/b.xml"],
  ["a\\b.xml", "a/b.xml"],
  ["./a//b.xml", "a/b.xml"],
  ["../a.xml", null],
  ["a/../../b.xml", null],
  ["/etc/passwd", null],
  ["C:\\x.xml", null],
  ["a\u0000b\u202Ec.xml", "abc.xml"],
  ["", null],
] as const)("%j is stored as %j", ([name, expected]) => {
  expect(safeName(name)).toBe(expected);
});
