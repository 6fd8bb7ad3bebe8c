import type { RunTimeline, TimelineLane, TimelineMark } from "@plumb/contract/runs/timeline.ts";

export function sampleLane(change: Partial<TimelineLane>): TimelineLane {
  return {
    uploadId: 1,
    file: "results.json",
    shard: null,
    workers: [0],
    executions: 3,
    failed: 0,
    start: 0,
    end: 60_000,
    busy: 50_000,
    idle: 10_000,
    gaps: 1,
    longestGap: 10_000,
    slowest: { resultId: 100, attempt: 0, duration: 30_000, name: "Checkout › pays by card" },
    ...change,
  };
}

const mark = (lane: number, start: number, end: number, change: Partial<TimelineMark> = {}): TimelineMark => ({
  lane,
  start: start * 1000,
  duration: (end - start) * 1000,
  count: 1,
  failed: 0,
  status: "passed",
  resultId: lane * 100 + start,
  attempt: 0,
  name: `Checkout › case ${lane}.${start}`,
  ...change,
});

/** Two shards with two workers each, a retry, and an idle worker. */
export const sampleTimeline: RunTimeline = {
  startTime: "2026-03-04T09:00:00.000Z",
  duration: 90_000,
  from: 0,
  to: 90_000,
  slot: null,
  lanes: [
    sampleLane({ shard: 1, workers: [0, 2], failed: 1 }),
    sampleLane({ shard: 1, workers: [1], busy: 20_000, idle: 40_000, longestGap: 30_000, gaps: 2 }),
    sampleLane({ shard: 2, uploadId: 2, end: 90_000, busy: 85_000, idle: 5000 }),
    sampleLane({ shard: 2, uploadId: 2, workers: [1], slowest: null }),
  ],
  hiddenLanes: 0,
  marks: [
    mark(0, 0, 30, { status: "failed", failed: 1, resultId: 100, name: "Checkout › pays by card" }),
    mark(0, 31, 50, { resultId: 100, attempt: 1, name: "Checkout › pays by card" }),
    mark(0, 50, 60),
    mark(1, 0, 10),
    mark(1, 40, 50),
    mark(2, 0, 40),
    mark(2, 40, 65, { status: "error", failed: 1 }),
    mark(2, 70, 90),
    mark(3, 5, 30, { count: 40 }),
    mark(3, 30, 60, { duration: null }),
  ],
  balance: { wall: 90_000, busy: 205_000, efficiency: 56.9, balanced: 51_250 },
  uploads: 2,
  pause: 0,
  placed: 49,
  unplaced: 0,
  waiting: 0,
  untimed: 1,
};
