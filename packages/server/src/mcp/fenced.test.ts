import { expect, test } from "vitest";
import { fenced, mostTokens, withinLimit } from "./fenced.ts";

test("a text in a fence has no invisible characters", () => {
  const invisible =
    "\u00AD\u061C\u180E\u115F\u3164\u2028\u2029\uFFF9\uFE0F\u{E0100}\u{1BCA0}\u{1D173}\u2800\u200B\u202E\u{E0041}\u0000";
  expect(fenced(`a${invisible}b\tc\nd ⟦⟧`)).toBe("⟦ab\tc\nd ''⟧");
});

test("a text in a fence has at most as many tokens as characters", () => {
  expect(fenced("word ".repeat(500), 100)).toHaveLength(103);
  expect(fenced("ሰላም".repeat(100), 100)).toBe(`⟦${"ሰላም".repeat(11)}…⟧`);
});

test("bytes count as tokens, except in words", () => {
  expect(mostTokens("")).toBe(0);
  expect(mostTokens("Expected the button")).toBe(5 + 2 + 4);
  expect(mostTokens("3f2a")).toBe(4);
  expect(mostTokens("é😀")).toBe(6);
});

test("lines that do not fit are left out, with a note", () => {
  const lines = ["Cause: 12", ...Array.from({ length: 100 }, () => "0".repeat(100))];
  const text = withinLimit(lines);
  expect(text).toMatch(/^Cause: 12\n0{100}\n[^]*\n… The rest was left out to keep this answer short\.$/);
  expect(mostTokens(text)).toBeLessThanOrEqual(2000);
});
