import { expect, test } from "vitest";
import { printable, size } from "#text.ts";

test.for([
  [0, "0 B"],
  [999, "999 B"],
  [1200, "1.2 kB"],
  [34_000_000, "34 MB"],
  [1_073_741_824, "1.1 GB"],
] as const)("%d bytes are %s", ([bytes, text]) => {
  expect(size(bytes)).toBe(text);
});

test("printable text cannot steer the terminal or hide what it says", () => {
  expect(printable("a\u001b[2Jb\r\nc\u202ed")).toBe("a [2Jb c d");
});
