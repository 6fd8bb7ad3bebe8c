import type { TimelineMark } from "@plumb/contract/runs/timeline.ts";
import { expect, test } from "vitest";
import { MarksByLane, nextMark } from "./marks-by-lane.ts";

const mark = (lane: number, start: number, duration: number | null): TimelineMark => ({
  lane,
  start,
  duration,
  count: 1,
  failed: 0,
  status: "passed",
  resultId: lane * 1000 + start,
  attempt: 0,
  name: `${lane}/${start}`,
});

const marks = new MarksByLane([mark(0, 50, 20), mark(0, 0, 40), mark(2, 45, 5), mark(2, 90, null)], 3);
const all = { from: 0, to: 100 };

test.for([
  [0, 20, 0, "0/0"],
  [0, 45, 2, null],
  [0, 48, 3, "0/50"],
  [2, 91, 2, "2/90"],
  [1, 20, 50, null],
  [9, 20, 50, null],
] as const)("in lane %i at %i, within %i, it finds %j", ([lane, time, tolerance, name]) => {
  expect(marks.at(lane, time, tolerance)?.name ?? null).toBe(name);
});

const go = (from: TimelineMark | null, along: -1 | 0 | 1, across: -1 | 0 | 1, window = all) =>
  nextMark(marks, from, { along, across }, window)?.name ?? null;

test("the keyboard moves along a lane and to the nearest mark in time, across empty lanes", () => {
  expect(go(null, 1, 0)).toBe("0/0");
  expect(go(null, 1, 0, { from: 45, to: 100 })).toBe("0/50");
  expect(go(mark(0, 0, 40), 1, 0)).toBe("0/50");
  expect(go(mark(0, 0, 40), -1, 0)).toBeNull();
  expect(go(mark(0, 50, 20), 0, 1)).toBe("2/45");
  expect(go(mark(2, 90, null), 0, -1)).toBe("0/50");
  expect(go(mark(0, 10, 5), 1, 0)).toBe("0/50");
});
