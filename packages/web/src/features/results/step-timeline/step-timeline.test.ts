import type { Step } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { aroundFailures, barWidth, stepTimeline, unfolded } from "./step-timeline.ts";

const step = (depth: number, duration: number | null, status: Step["status"] = "passed"): Step => ({
  title: `at ${depth}`,
  depth,
  duration,
  status,
});

const indices = (depths: readonly number[]) =>
  stepTimeline(depths.map((depth) => step(depth, 1))).steps.map(({ number, parent, end }) => [number, parent, end]);

test("counts only outermost steps, because nested time would count twice", () => {
  const timeline = stepTimeline([step(0, 300), step(1, 250), step(2, 240), step(0, null), step(0, 100)]);
  expect(timeline).toMatchObject({ outermost: 3, totalMs: 400, averageMs: 200 });
  expect(timeline.fastest?.duration).toBe(100);
  expect(timeline.slowest?.duration).toBe(300);
});

test("steps are numbered by their position in the tree", () => {
  expect(indices([0, 1, 2, 1, 0, 1])).toEqual([
    ["1", -1, 4],
    ["1.1", 0, 3],
    ["1.1.1", 1, 3],
    ["1.2", 0, 4],
    ["2", -1, 6],
    ["2.1", 4, 6],
  ]);
});

test("depths that start anywhere or skip levels still form a tree", () => {
  expect(indices([3, 9, 4, 0])).toEqual([
    ["1", -1, 3],
    ["1.1", 0, 2],
    ["1.2", 0, 3],
    ["2", -1, 4],
  ]);
});

test("without durations there are no totals, and an empty list of steps is empty", () => {
  expect(stepTimeline([step(0, null)])).toMatchObject({ outermost: 1, totalMs: null, averageMs: null, slowest: null });
  expect(stepTimeline([])).toMatchObject({ steps: [], outermost: 0, totalMs: null, fastest: null });
  expect(stepTimeline([step(0, 0)])).toMatchObject({ totalMs: 0, averageMs: 0 });
});

test("nested steps are collapsed, except around a failed one", () => {
  const timeline = stepTimeline([step(0, 1), step(1, 1), step(0, 1), step(1, 1), step(2, 1, "failed"), step(1, 1)]);
  const open = aroundFailures(timeline);
  expect(unfolded(timeline, new Set())).toEqual([0, 2]);
  expect([...open].toSorted((a, b) => a - b)).toEqual([2, 3]);
  expect(unfolded(timeline, open)).toEqual([0, 2, 3, 4, 5]);
});

test.for([
  [50, 100, 50, "its share of the slowest"],
  [1, 1000, 2, "never thinner than can be seen"],
  [300, 200, 100, "a nested step that claims more than the slowest"],
  [0, 0, 2, "no time at all"],
  [null, 100, null, "time unknown"],
] as const)("a step of %j ms next to %j ms is %j percent wide: %s", ([duration, slowest, width]) => {
  expect(barWidth(duration, slowest)).toBe(width);
});
