import { expect, test } from "vitest";
import { valueDifference } from "./value-difference.ts";

test("single-line values differ by words", () => {
  expect(valueDifference({ expected: '"2 pieces"', received: '"1 piece"' })).toEqual({
    by: "words",
    pieces: [
      { text: '"', of: "both" },
      { text: "2", of: "expected" },
      { text: "1", of: "received" },
      { text: " ", of: "both" },
      { text: "pieces", of: "expected" },
      { text: "piece", of: "received" },
      { text: '"', of: "both" },
    ],
  });
});

test("multi-line values differ by lines, including the last one", () => {
  expect(valueDifference({ expected: "{\n  a: 1\n}", received: "{\n  a: 2\n}" })).toEqual({
    by: "lines",
    pieces: [
      { text: "{\n", of: "both" },
      { text: "  a: 1\n", of: "expected" },
      { text: "  a: 2\n", of: "received" },
      { text: "}\n", of: "both" },
    ],
  });
});

test("values without common parts are shown one below the other, at any length", () => {
  const { pieces } = valueDifference({ expected: fiveThousand("a"), received: fiveThousand("b") });
  expect(pieces.map(({ of }) => of)).toEqual(["expected", "received"]);
});

function fiveThousand(letter: string): string {
  return Array.from({ length: 5000 }, (_, index) => `${letter}${index}`).join("\n");
}
