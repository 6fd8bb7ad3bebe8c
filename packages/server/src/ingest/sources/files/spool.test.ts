import { expect, test } from "vitest";
import { safeName, sizeText } from "#ingest/sources/files/spool.ts";

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
] as const)("%j is kept as %j", ([name, expected]) => {
  expect(safeName(name)).toBe(expected);
});

test("sizes read as people say them", () => {
  expect([sizeText(10), sizeText(1536), sizeText(1024 ** 3)]).toEqual(["10 bytes", "1.5 KiB", "1 GiB"]);
});
