import { expect, test } from "vitest";
import { ownLines } from "./own-lines.ts";

const own = (output: string, other: string) => ownLines(output, other).flatMap((line) => (line.own ? [line.text] : []));

test("lines that the other output does not have are marked", () => {
  expect(own("start\nGET /cart 200\nno voucher\n", "start\nGET /cart 200\n")).toEqual(["no voucher"]);
});

test("lines that differ only in times are equal", () => {
  const other = "10:02:33 GET /cart in 4 ms\n2026-11-15T03:00:01.123Z retry in 1.5s";
  expect(own("09:41:07 GET /cart in 12 ms\n\n2026-11-16T09:00:01.456Z retry in 2s", other)).toEqual([]);
  expect(own("09:41:07 index: search-5", "10:02:33 index: search-4")).toEqual(["09:41:07 index: search-5"]);
});

test("a line of more than the limit is cut", () => {
  const [line] = ownLines("x".repeat(900_000), "");
  expect(line?.text).toHaveLength(500);
});

test("without the other output, all lines are marked, up to the last 200", () => {
  const output = Array.from({ length: 5000 }, (_, index) => `line ${"abcdefghij"[index % 10]} ${"x".repeat(400)}`);
  const lines = ownLines(output.join("\n"), "");
  expect(lines).toHaveLength(200);
  expect(lines.every((line) => line.own && line.text.length <= 500)).toBe(true);
});
