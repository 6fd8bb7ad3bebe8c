import { expect, test } from "vitest";
import { type CauseResult, failurePeriods } from "./failure-periods.ts";

/** `.` passed, `x` failed with the cause, `o` failed with another cause, `-` skipped. */
const signs = { ".": "passed", x: "cause", o: "failed", "-": "other" } as const;

const periodsOf = (text: string) =>
  failurePeriods(text.split("").map((sign): CauseResult => ({ outcome: signs[sign as keyof typeof signs] })));

test("a period begins after the last pass and ends before the next one", () => {
  expect(periodsOf("..xxx..")).toEqual([{ first: 2, last: 4, passedBefore: 1, passedAfter: 5 }]);
});

test("a cause that never passed before has no start, and one that still fails has no end", () => {
  expect(periodsOf("xx")).toEqual([{ first: 0, last: 1, passedBefore: -1, passedAfter: -1 }]);
});

test("skipped results and other causes in between belong to the time before", () => {
  expect(periodsOf(".-o-xx")).toEqual([{ first: 4, last: 5, passedBefore: 0, passedAfter: -1 }]);
});

test("three passes end a period, fewer do not", () => {
  expect(periodsOf("..x.x..x").map(({ first, last }) => [first, last])).toEqual([[2, 7]]);
  expect(periodsOf("..x...x").map(({ first, last }) => [first, last])).toEqual([
    [2, 2],
    [6, 6],
  ]);
});

test("an earlier period keeps its own end", () => {
  expect(periodsOf(".xx...-x")).toEqual([
    { first: 1, last: 2, passedBefore: 0, passedAfter: 3 },
    { first: 7, last: 7, passedBefore: 5, passedAfter: -1 },
  ]);
});

test("a history without the cause has no period", () => {
  expect(periodsOf("..o-")).toEqual([]);
  expect(periodsOf("")).toEqual([]);
});
