import { expect, test } from "vitest";
import { readLine, readMarkdown } from "./read-markdown.ts";

test("reads headings, paragraphs, code and lists", () => {
  const text =
    "### A \\& B\n\nNew\\: [Pay \\[1\\]](<https://plumb.example/?a=1>) in ` a.ts `\n\n```text\n- code\n```\n\n- one\n- two";
  expect(readMarkdown(text)).toEqual([
    { kind: "heading", text: "A & B" },
    {
      kind: "paragraph",
      content: ["New: ", { text: "Pay [1]", url: "https://plumb.example/?a=1" }, " in ", { code: "a.ts" }],
    },
    { kind: "code", text: "- code" },
    { kind: "list", items: [["one"], ["two"]] },
  ]);
});

test("reads the links of Teams", () => {
  expect(readLine(String.raw`[Pay](https://plumb.example) \*not\* bold`)).toEqual([
    { text: "Pay", url: "https://plumb.example" },
    " *not* bold",
  ]);
});

test("an open fence and texts without an end are read in linear time", () => {
  expect(readMarkdown("```text\na")).toEqual([{ kind: "code", text: "a" }]);
  for (const part of ["[", "`", "\\", "[a](", "` "]) readMarkdown(part.repeat(20_000));
  expect(readMarkdown("a".repeat(70_000))).toEqual([{ kind: "paragraph", content: ["a".repeat(70_000)] }]);
});
