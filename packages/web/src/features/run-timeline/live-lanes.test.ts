import type { RunningTest } from "@plumb/contract/runs/live-run.ts";
import { maxLanes } from "@plumb/contract/runs/timeline.ts";
import { expect, test } from "vitest";
import { type LiveLane, liveLanes } from "./live-lanes.ts";

const runs = (resultId: number, worker: number | null, uploadId = 1): RunningTest => ({
  resultId,
  name: `test ${resultId}`,
  variant: "",
  uploadId,
  file: "live",
  shard: null,
  worker,
  startedAt: null,
});

/** Returns the lanes after several responses, as `worker:result`. */
function after(...responses: readonly (readonly RunningTest[])[]): string[] {
  const lanes = responses.reduce<readonly LiveLane[]>(liveLanes, []);
  return lanes.map(({ workers, test: current }) => `${workers.join(",")}:${current?.resultId ?? "idle"}`);
}

test.for([
  ["each worker has a lane", [[runs(1, 0), runs(2, 1)]], ["0:1", "1:2"]],
  ["a lane stays between two tests", [[runs(1, 0), runs(2, 1)], [runs(2, 1)]], ["0:idle", "1:2"]],
  [
    "the next test of a worker is in its lane",
    [
      [runs(1, 0), runs(2, 1)],
      [runs(3, 1), runs(1, 0)],
    ],
    ["0:1", "1:3"],
  ],
  [
    "a replaced worker takes the idle lane",
    [
      [runs(1, 0), runs(2, 1)],
      [runs(1, 0), runs(3, 2)],
    ],
    ["0:1", "2:3"],
  ],
  ["without workers, a test stays in its lane", [[runs(1, null), runs(2, null)], [runs(2, null)]], [":idle", ":2"]],
  ["a free lane of another upload is not taken", [[runs(1, 0, 1)], [runs(2, 0, 2)]], ["0:idle", "0:2"]],
  ["a retry on another worker stays in its lane", [[runs(1, 0)], [runs(1, 5)]], ["5:1"]],
  ["nothing runs", [[]], []],
] as const)("%s", ([, responses, expected]) => {
  expect(after(...responses)).toEqual(expected);
});

test("has at most as many lanes as a timeline", () => {
  const many = Array.from({ length: 200 }, (_, index) => runs(index, index));
  expect(after(many, many.slice(100))).toHaveLength(maxLanes);
});
