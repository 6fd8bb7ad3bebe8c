import { expect, test } from "vitest";
import { type Execution, runTimeline } from "./run-timeline.ts";
import { timelineMarks } from "./timeline-marks.ts";

let nextId = 1;

/** Returns an execution: `at(0, 10)` ran from second 0 to second 10. */
const at = (start: number, end: number, change: Partial<Execution> = {}): Execution => ({
  resultId: nextId++,
  attempt: 0,
  uploadId: 1,
  worker: 0,
  status: "passed",
  startMs: start * 1000,
  durationMs: (end - start) * 1000,
  ...change,
});

test("a few executions have one mark each, also in a range that cuts them", () => {
  const { lanes } = runTimeline([at(0, 10), at(10, 20), at(30, 40)]);
  const window = timelineMarks(lanes, { from: 15_000, to: 25_000, max: 100 });
  expect(window).toMatchObject({ slot: null, marks: [{ start: 10_000, duration: 10_000, count: 1 }] });
});

test("many executions are combined per lane and slot, represented by a failed one or else the slowest", () => {
  const executions = Array.from({ length: 1000 }, (_, index) =>
    at(index, index + 0.5, { worker: 0, status: index === 7 ? "failed" : "passed" }),
  );
  const slowest = at(21, 21.9);
  const { lanes, duration } = runTimeline([...executions, slowest]);
  const { marks, slot } = timelineMarks(lanes, { from: 0, to: duration, max: 100 });
  expect(marks.length).toBeLessThanOrEqual(100);
  expect(slot).toBeCloseTo(duration / 100);
  expect(marks.reduce((total, { count }) => total + count, 0)).toBe(1001);
  expect(marks[0]).toMatchObject({ status: "failed", failed: 1, resultId: executions[7]?.resultId, start: 0 });
  expect(marks[2]).toMatchObject({ status: "passed", failed: 0, resultId: slowest.resultId });
});

test("fifty thousand equal starts without workers get a limited number of lanes", () => {
  const { lanes } = runTimeline(Array.from({ length: 50_000 }, () => at(0, 1, { worker: null })));
  expect(lanes).toHaveLength(500);
  expect(timelineMarks(lanes.slice(0, 100), { from: 0, to: 1000, max: 3000 }).marks.length).toBeLessThanOrEqual(3000);
});
