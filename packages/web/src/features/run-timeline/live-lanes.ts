import { maxLanes } from "@plumb/contract/runs/timeline.ts";
import type { RunningTest } from "@plumb/contract/runs/live-run.ts";
import type { NamedLane } from "./lane-text.ts";

/** A worker of a running run. It stays in its place between its tests. */
export interface LiveLane extends NamedLane {
  /** Test that it runs now; `null` between two tests. */
  readonly test: RunningTest | null;
}

/**
 * Returns the lanes with the tests that are running now. A test stays in its lane. Other tests take the lane of their worker, or an idle lane of
 * their upload, because some tools replace a worker after a failure. Lanes are only added, up to the number that a timeline has.
 */
export function liveLanes(lanes: readonly LiveLane[], running: readonly RunningTest[]): readonly LiveLane[] {
  const next = lanes.map((lane): LiveLane => ({ ...lane, test: null }));
  const waiting: RunningTest[] = [];
  const putIn = (test: RunningTest, fits: (lane: LiveLane, index: number) => boolean): boolean => {
    const index = next.findIndex((lane, at) => lane.test === null && lane.uploadId === test.uploadId && fits(lane, at));
    const lane = next[index];
    if (lane === undefined) return false;
    next[index] = { ...lane, test, workers: test.worker === null ? lane.workers : [test.worker] };
    return true;
  };
  for (const test of running)
    if (!putIn(test, (_, at) => lanes[at]?.test?.resultId === test.resultId)) waiting.push(test);
  const left = waiting.filter(
    (test) => !putIn(test, ({ workers }) => test.worker !== null && workers[0] === test.worker),
  );
  for (const test of left) {
    if (putIn(test, () => true) || next.length >= maxLanes) continue;
    const { uploadId, file, shard, worker } = test;
    next.push({ uploadId, file, shard, workers: worker === null ? [] : [worker], test });
  }
  return next;
}
