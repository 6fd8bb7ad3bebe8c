import { expect, test } from "vitest";
import { printable, printableLines } from "./text.ts";

test("printable text cannot control the terminal or hide its content", () => {
  expect(printable("a\u001b[2Jb\r\nc\u202ed")).toBe("a [2Jb c d");
});

test("printable text contains no command of a CI system", () => {
  expect(printable("\n ::error::a ##vso[task.complete]b ##[group]c")).toBe(
    ": :error::a # #vso[task.complete]b # #[group]c",
  );
  expect(printable("std::vector ## 1")).toBe("std::vector ## 1");
});

test("lines of a text keep their indentation, and none begins with a command", () => {
  expect(printableLines("a\r\n\r\n  - b\n   ::set-env name=c::d\u2028::error::e\n##vso[task.complete]f")).toBe(
    "a\n\n  - b\n   : :set-env name=c::d\n: :error::e\n# #vso[task.complete]f",
  );
});
