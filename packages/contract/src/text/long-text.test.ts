import { expect, test } from "vitest";
import { bothEnds, isShortened, LongText } from "./long-text.ts";

const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`);

test("keeps both ends and the length of the gap", () => {
  const text = bothEnds(lines.join(""), 200);
  expect(text).toMatch(/^line 0\nline 1\n[^…]+\n… \[650 characters left out\] …\n[^…]+\nline 99\n$/);
  expect(text.length).toBeLessThanOrEqual(200);
  expect(isShortened(text)).toBe(true);
});

test("keeps the whole text up to its limit", () => {
  expect(bothEnds("x".repeat(200), 200)).toBe("x".repeat(200));
  expect(isShortened("x".repeat(200))).toBe(false);
});

test("does not shorten a text twice", () => {
  const once = bothEnds(lines.join(""), 200);
  expect(bothEnds(once, 200)).toBe(once);
});

test.for([1, 7, 90, 890])("keeps the same text for pieces of length %d", (size) => {
  const full = lines.join("");
  const long = new LongText(300);
  for (let at = 0; at < full.length; at += size) long.add(full.slice(at, at + size));
  expect(long.length).toBe(full.length);
  expect(long.toString()).toBe(bothEnds(full, 300));
});
