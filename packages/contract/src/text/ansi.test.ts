import { expect, test } from "vitest";
import { ansiPieces, stripAnsi } from "./ansi.ts";

const esc = "\u001B";

test("plain text is one piece, and empty text has no pieces", () => {
  expect(ansiPieces("plain")).toEqual([{ text: "plain", style: {} }]);
  expect(ansiPieces("")).toEqual([]);
});

test("colours last until they are reset", () => {
  expect(ansiPieces(`a${esc}[31mred${esc}[39m b${esc}[1;92mok${esc}[0m.`)).toEqual([
    { text: "a", style: {} },
    { text: "red", style: { color: 1 } },
    { text: " b", style: {} },
    { text: "ok", style: { bold: true, color: 10 } },
    { text: ".", style: {} },
  ]);
});

test("code 22 ends dim text, as Playwright writes it", () => {
  const pieces = ansiPieces(`${esc}[2mexpect(${esc}[22m${esc}[31mlocator${esc}[39m`);
  expect(pieces.map(({ text, style }) => [text, style.dim ?? false, style.color])).toEqual([
    ["expect(", true, undefined],
    ["locator", false, 1],
  ]);
});

test.for([
  ["38;5;9", 9, "the first 16 are the palette"],
  ["38;5;196", "rgb(255, 0, 0)", "the cube"],
  ["38;5;244", "rgb(128, 128, 128)", "the greys"],
  ["38;2;1;2;999", "rgb(1, 2, 255)", "true colour, capped"],
  ["38;5;999", "rgb(255, 255, 255)", "out of range"],
] as const)("%s is %s: %s", ([code, color]) => {
  expect(ansiPieces(`${esc}[${code}mx`)).toEqual([{ text: "x", style: { color } }]);
});

test("cursor movements, links and titles are dropped, their text stays", () => {
  expect(
    stripAnsi(`${esc}[2K${esc}[1Gdone ${esc}]8;;http://x${esc}\\link${esc}]8;;${esc}\\ ${esc}]0;title\u0007!`),
  ).toBe("done link !");
});

test("a broken sequence at the end loses no other text", () => {
  expect(stripAnsi(`text${esc}[3`)).toContain("text");
});

test("too many colours end in one plain piece", () => {
  const pieces = ansiPieces(`${esc}[31mx${esc}[32my`.repeat(5000), 100);
  expect(pieces).toHaveLength(101);
  expect(pieces.map(({ text }) => text).join("")).toBe("xy".repeat(5000));
});

test("markup stays text", () => {
  expect(ansiPieces(`${esc}[31m<img src=x onerror=alert(1)>`)[0]?.text).toBe("<img src=x onerror=alert(1)>");
});
