import { expect, test } from "vitest";
import { printable } from "./text.ts";

test("printable text cannot control the terminal or hide its content", () => {
  expect(printable("a\u001b[2Jb\r\nc\u202ed")).toBe("a [2Jb c d");
});
