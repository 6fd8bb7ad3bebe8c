import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { expect, test } from "vitest";
import { lanesOf, maxLanes, medianDuration, mergedExecutions, nearestIn } from "./test-lanes.ts";

const execution = (resultId: number, branch: string | null, environment = "staging") =>
  ({
    resultId,
    run: { id: resultId, startTime: `2030-01-01T00:00:${10 + resultId}.000Z`, branch },
    environment,
    status: "passed",
    duration: 1000 * resultId,
  }) as TestExecution;
const order = { verdict: null, mainBranches: ["main", "trunk"] };

test("main branches come first, those with the most runs before others, then the state's lane and the latest runs", () => {
  const executions = [
    execution(9, "late"),
    execution(8, "topic", "preview"),
    execution(7, null),
    execution(6, "main", "preview"),
    execution(3, "main"),
    execution(2, "main"),
    execution(1, "early"),
  ];
  const names = (verdict: { branch: string | null; environment: string } | null) =>
    lanesOf(executions, { ...order, verdict }).lanes.map(({ name }) => name);
  expect(names(null)).toEqual([
    "main · staging",
    "main · preview",
    "late · staging",
    "topic · preview",
    "No branch · staging",
    "early · staging",
  ]);
  expect(names({ branch: "main", environment: "preview" })[0]).toBe("main · preview");
  expect(names({ branch: null, environment: "staging" })[2]).toBe("No branch · staging");
  expect(lanesOf(executions, order).lanes[0]?.executions.map(({ resultId }) => resultId)).toEqual([2, 3]);
});

test("lanes are limited, and the others counted", () => {
  const executions = Array.from({ length: 40 }, (_, index) => execution(index, `branch-${index}`));
  const { lanes, hidden } = lanesOf(executions, order);
  expect([lanes.length, hidden]).toEqual([maxLanes, 40 - maxLanes]);
  // Without different environments, their name is not repeated.
  expect(lanes[0]?.name).toBe("branch-39");
  expect(lanesOf([], order)).toEqual({ lanes: [], hidden: 0 });
});

test("a run in both lists is one run", () => {
  const some = [execution(3, "main"), execution(2, "main")];
  expect(mergedExecutions(some, [execution(4, "topic"), execution(3, "main")]).map(({ resultId }) => resultId)).toEqual(
    [3, 2, 4],
  );
});

test("the nearest run of a lane is found by its column, and the median without skipped runs", () => {
  const executions = [
    execution(1, "main"),
    execution(2, "main"),
    { ...execution(9, "main"), status: "skipped" as const },
  ];
  const [lane] = lanesOf(executions, order).lanes;
  if (lane === undefined) throw new Error("no lane");
  const columns = new Map([
    [1, 0],
    [2, 4],
    [9, 9],
  ]);
  expect([nearestIn(lane, columns, 1), nearestIn(lane, columns, 5), nearestIn(lane, columns, 8)]).toEqual([0, 1, 2]);
  expect(medianDuration(lane)).toBe(1500);
  expect(medianDuration({ ...lane, executions: [{ ...execution(1, "main"), duration: null }] })).toBeNull();
});
