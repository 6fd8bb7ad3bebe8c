import { expect, test } from "vitest";
import { suiteGrowth } from "./suite-growth.ts";

const periods = [
  { first: 0, last: 9 },
  { first: 10, last: 19 },
  { first: 20, last: 29 },
];
const span = (first: number, last: number, tests = 1, series = 0) => ({ first, last, series, tests });

test.for([
  ["still runs", [span(0, 29)], 29, ["1+1", "1", "1"]],
  ["was there before", [span(-50, 29)], 29, ["1", "1", "1"]],
  ["came in the second period", [span(10, 29)], 29, ["0", "1+1", "1"]],
  ["ran last on day 12, its series 7 days longer: removed on day 13", [span(0, 12)], 19, ["1+1", "0-1", "0"]],
  ["its series stopped 6 days later: nobody knows", [span(0, 12)], 18, ["1+1", "1", "1"]],
  ["ran last on the last day of a period: removed in the next one", [span(0, 9)], 29, ["1+1", "0-1", "0"]],
  ["came and went in one period", [span(11, 13, 3)], 29, ["0", "0+3-3", "0"]],
  ["its series has no run any more", [span(0, 5)], undefined, ["1+1", "1", "1"]],
] as const)("a test that %s", ([, spans, last, expected]) => {
  const found = suiteGrowth(spans, periods, () => last).map(
    ({ known, added, removed }) => `${known}${added > 0 ? `+${added}` : ""}${removed > 0 ? `-${removed}` : ""}`,
  );
  expect(found).toEqual(expected);
});

test("known tests equal the previous ones plus added minus removed ones", () => {
  const spans = Array.from({ length: 60 }, (_, index) =>
    span(index % 31, (index * 7) % 31, 1 + (index % 3), index % 2),
  );
  const sane = spans.filter(({ first, last }) => first <= last);
  const growth = suiteGrowth(sane, periods, (series) => (series === 0 ? 29 : 15));
  const [first = 0] = growth.map(({ known }) => known);
  const moves = growth.slice(1).map(({ added, removed }) => added - removed);
  expect(growth.at(-1)?.known).toBe(moves.reduce((known, move) => known + move, first));
});
