import { expect, test } from "vitest";
import { textParts } from "./text-parts.ts";

const kinds = (text: string, mentions: { start: number; end: number }[] = []) =>
  textParts(text, mentions).map(({ kind, text: part }) => [kind, part]);

test("addresses and mentions are separated from the text", () => {
  expect(kinds("see https://a.test/x?y=1, @Ada", [{ start: 26, end: 30 }])).toEqual([
    ["text", "see "],
    ["link", "https://a.test/x?y=1"],
    ["text", ", "],
    ["mention", "@Ada"],
  ]);
  expect(kinds("(http://a.test)")).toEqual([
    ["text", "("],
    ["link", "http://a.test"],
    ["text", ")"],
  ]);
});

test("only web addresses become links, and a mention within one is part of it", () => {
  expect(kinds("javascript:alert(1) <b>")).toEqual([["text", "javascript:alert(1) <b>"]]);
  expect(kinds("https://a.test/@ada", [{ start: 15, end: 19 }])).toEqual([["link", "https://a.test/@ada"]]);
  expect(kinds("")).toEqual([]);
});
