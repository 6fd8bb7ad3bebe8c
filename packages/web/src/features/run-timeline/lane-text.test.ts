import type { TimelineLane, TimelineMark } from "@plumb/contract/runs/timeline.ts";
import { expect, test } from "vitest";
import { lastLane, laneName, markText, slowestShard } from "./lane-text.ts";
import { sampleLane } from "./sample-timeline.ts";

const named = (lanes: readonly TimelineLane[]) => lanes.map((_, index) => laneName(lanes, index));

test("lanes are named after their workers, and after their upload if there are several", () => {
  expect(named([sampleLane({ workers: [0] }), sampleLane({ workers: [1, 4, 7, 9, 12] })])).toEqual([
    "Worker 0",
    "Workers 1, 4, 7 and 2 more",
  ]);
  expect(named([sampleLane({ shard: 1 }), sampleLane({ shard: 2, uploadId: 2 })])).toEqual([
    "Shard 1 · Worker 0",
    "Shard 2 · Worker 0",
  ]);
  expect(named([sampleLane({ file: "a.json" }), sampleLane({ file: "b.json", uploadId: 2, workers: [] })])).toEqual([
    "a.json · Worker 0",
    "b.json · Line 1",
  ]);
  const again = sampleLane({ shard: 2, uploadId: 3, file: "again.json" });
  expect(laneName([sampleLane({ shard: 2, uploadId: 2 }), again], 1)).toBe("Shard 2 (again.json) · Worker 0");
});

const mark: TimelineMark = {
  lane: 0,
  start: 0,
  duration: 1234,
  count: 1,
  failed: 1,
  status: "failed",
  resultId: 1,
  attempt: 0,
  name: "pays",
};

test.for([
  [{}, "1.23 s · Failed"],
  [{ attempt: 1 }, "1.23 s · Failed · attempt 2"],
  [{ duration: null }, "duration unknown · Failed"],
  [{ count: 12, failed: 0, status: "passed" }, "and 11 more within 1.23 s · Passed"],
  [{ count: 12, failed: 3 }, "and 11 more within 1.23 s · 3 failed"],
  [{ status: "error" }, "1.23 s · Errored"],
] as const)("a mark with %j has the text %j", ([change, facts]) => {
  expect(markText({ ...mark, ...change }, false)).toEqual({ name: "pays", facts });
});

test("tests undecided at the end of their run are not running", () => {
  expect(markText({ ...mark, status: "running" }, false).facts).toBe("1.23 s · Running");
  expect(markText({ ...mark, status: "running" }, true).facts).toBe("1.23 s · Interrupted");
});

test("names the lane that ends last, and the slowest shard", () => {
  expect(lastLane({ lanes: [sampleLane({ end: 10 })] })).toBeNull();
  expect(lastLane({ lanes: [sampleLane({ end: 10 }), sampleLane({ end: 30 }), sampleLane({ end: 20 })] })).toBe(1);
  expect(slowestShard({ lanes: [sampleLane({}), sampleLane({ uploadId: 2 })] })).toBeNull();
  const lanes = [
    sampleLane({ shard: 1, start: 0, end: 10 }),
    sampleLane({ shard: 2, uploadId: 2, start: 5, end: 9 }),
    sampleLane({ shard: 2, uploadId: 2, start: 6, end: 18 }),
  ];
  expect(slowestShard({ lanes })).toBe(2);
});
