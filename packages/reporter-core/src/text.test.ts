import { expect, test } from "vitest";
import { printable } from "./text.ts";

test("printable text cannot control the terminal or hide its content", () => {
  expect(printable("a\u001b[2Jb\r\nc\u202ed")).toBe("a [2Jb c d");
});

test("printable text contains no command of a CI system", () => {
  expect(printable("\n ::error::a ##vso[task.complete]b ##[group]c")).toBe(
    ": :error::a # #vso[task.complete]b # #[group]c",
  );
  expect(printable("std::vector ## 1")).toBe("std::vector ## 1");
});
