import { expect, test } from "vitest";
import { type Execution, runTimeline } from "./run-timeline.ts";

let nextId = 1;
const begin = Date.parse("2026-03-04T09:00:00Z");

/** Returns an execution: `at(0, 10, { worker: 1 })` ran from second 0 to second 10 on worker 1. */
const at = (start: number | null, end: number | null, change: Partial<Execution> = {}): Execution => ({
  resultId: nextId++,
  attempt: 0,
  uploadId: 1,
  worker: 0,
  status: "passed",
  startMs: start === null ? null : begin + start * 1000,
  durationMs: end === null ? null : (end - (start ?? 0)) * 1000,
  ...change,
});

const seconds = (executions: readonly Execution[], align?: "clock" | "upload") =>
  runTimeline(executions, align).lanes.map(({ workers, executions: its, busy, idle, gaps }) => ({
    workers,
    spans: its.map(({ start, end }) => [start / 1000, end / 1000]),
    busy: busy / 1000,
    idle: idle / 1000,
    gaps,
  }));

test("a lane per worker, with busy and idle time during its upload", () => {
  expect(seconds([at(0, 10), at(15, 20), at(2, 8, { worker: 1 })])).toEqual([
    {
      workers: [0],
      spans: [
        [0, 10],
        [15, 20],
      ],
      busy: 15,
      idle: 5,
      gaps: 1,
    },
    { workers: [1], spans: [[2, 8]], busy: 6, idle: 14, gaps: 2 },
  ]);
});

test("a worker that replaces another continues its lane", () => {
  const lanes = seconds([at(0, 10), at(0, 4, { worker: 1 }), at(5, 9, { worker: 2 }), at(11, 12, { worker: 3 })]);
  expect(lanes.map(({ workers }) => workers)).toEqual([
    [0, 3],
    [1, 2],
  ]);
});

test("without workers, executions that do not overlap share a lane", () => {
  const none = { worker: null };
  const lanes = seconds([at(0, 10, none), at(1, 4, none), at(5, 9, none), at(10, 12, none)]);
  expect(lanes.map(({ spans }) => spans)).toEqual([
    [
      [0, 10],
      [10, 12],
    ],
    [
      [1, 4],
      [5, 9],
    ],
  ]);
  expect(lanes.every(({ workers }) => workers.length === 0)).toBe(true);
});

test("workers of the same number in two uploads are two workers", () => {
  expect(seconds([at(0, 1), at(0, 1, { uploadId: 2 })])).toHaveLength(2);
});

test("perfect balance is busy time shared by all lanes, but no shorter than the longest test", () => {
  const even = runTimeline([at(0, 10), at(10, 20), at(0, 4, { worker: 1 })]).balance;
  expect(even).toEqual({ wall: 20_000, busy: 24_000, efficiency: 60, balanced: 12_000 });
  const long = runTimeline([at(0, 20), at(0, 2, { worker: 1 })]).balance;
  expect(long).toMatchObject({ balanced: 20_000 });
});

test("parallel shards share the time; a job repeated hours later adds to it", () => {
  const shards = [at(0, 10), at(0, 30, { uploadId: 2 })];
  expect(runTimeline(shards).balance).toMatchObject({ wall: 30_000, balanced: 30_000, busy: 40_000 });
  const repeated = [at(0, 10), at(7200, 7210, { uploadId: 2 })];
  expect(runTimeline(repeated)).toMatchObject({ pause: 7_190_000, balance: { wall: 20_000, efficiency: 100 } });
  expect(runTimeline(repeated, "upload")).toMatchObject({ pause: 0, duration: 10_000, balance: { wall: 10_000 } });
});

test("executions without a start are counted but not drawn; those without a duration are points", () => {
  const timeline = runTimeline([at(null, 5), at(3, null), at(0, 4)]);
  expect(timeline).toMatchObject({ placed: 2, unplaced: 1, untimed: 1, duration: 4000 });
  expect(runTimeline([at(null, null)])).toMatchObject({ beginMs: null, lanes: [], unplaced: 1, balance: null });
  expect(runTimeline([])).toMatchObject({ beginMs: null, unplaced: 0 });
});

test("announced tests that have not started wait, and those that run are drawn", () => {
  const announced = { ...at(null, null), status: "running" as const };
  const running = { ...at(2, null), status: "running" as const };
  expect(runTimeline([at(0, 4), running, announced, announced])).toMatchObject({ placed: 2, unplaced: 0, waiting: 2 });
  expect(runTimeline([announced])).toMatchObject({ beginMs: null, unplaced: 0, waiting: 1 });
});

test("ignores a start far from all others and a negative duration", () => {
  const timeline = runTimeline([at(0, 4), at(5, 9), { ...at(9, 10), startMs: 0 }]);
  expect(timeline).toMatchObject({ beginMs: begin, placed: 2, unplaced: 1 });
  expect(runTimeline([at(10, 4), at(0, 20)]).duration).toBe(20_000);
});

test("a skipped test without duration has no lane", () => {
  const timeline = runTimeline([
    at(0, 4),
    at(1, 1, { status: "skipped", worker: null }),
    at(2, null, { status: "skipped" }),
  ]);
  expect(timeline).toMatchObject({ placed: 1, unplaced: 0 });
  expect(timeline.lanes).toHaveLength(1);
});

test("counts time once if broken clocks make a worker overlap itself", () => {
  expect(seconds([at(0, 10), at(5, 12)])[0]).toMatchObject({ busy: 12, idle: 0 });
});

test("a run without durations has no shares", () => {
  expect(runTimeline([at(0, 0)]).balance).toEqual({ wall: 0, busy: 0, efficiency: 100, balanced: 0 });
});
