import { expect, test } from "vitest";
import { printable } from "#text.ts";

test("printable text cannot steer the terminal or hide what it says", () => {
  expect(printable("a\u001b[2Jb\r\nc\u202ed")).toBe("a [2Jb c d");
});
