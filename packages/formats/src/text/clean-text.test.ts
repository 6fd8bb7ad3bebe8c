import { expect, test } from "vitest";
import { cleanText, cleanTitle } from "./clean-text.ts";

test.for([
  ["a\u0000b\u0007c", "abc", "NUL and other control characters go"],
  ["a\tb\r\nc", "a\tb\r\nc", "tabs and line breaks stay"],
  ["\u001b[31mred\u001b[39m", "\u001b[31mred\u001b[39m", "colours stay"],
  ["\u001b]8;;javascript:x\u0007link", "]8;;javascript:xlink", "other escape sequences lose their power"],
  ["\ud800 lone \udc00", "\ufffd lone \ufffd", "lone surrogates are replaced"],
  ["🚀", "🚀", "pairs stay"],
] as const)("%j becomes %j: %s", ([text, expected]) => {
  expect(cleanText(text, 100)).toBe(expected);
});

test("cut text has a note", () => {
  expect(cleanText("abcdef", 3)).toBe("abc… [cut after 3 characters]");
});

test("a title is one line without colours", () => {
  expect(cleanTitle("\u001b[1mtwo\n   lines\u001b[22m", 100)).toBe("two lines");
});
