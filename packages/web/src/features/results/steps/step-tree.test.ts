import type { Step } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { displaySteps, stepNodes } from "./step-tree.ts";

/** Creates steps from titles: each `>` adds a level, `!` marks a failure. */
function steps(...drawn: string[]): Step[] {
  return drawn.map((line) => ({
    title: line.replaceAll(/[>!]/g, ""),
    depth: line.split(">").length - 1,
    status: line.includes("!") ? "failed" : "passed",
    duration: null,
  }));
}

const nested = steps("before", ">page", ">>open", "pay", ">fill", ">press!", ">>wait", "after");

test("each step contains the deeper ones after it", () => {
  expect(stepNodes(nested).map(({ end }) => end)).toEqual([3, 3, 3, 7, 5, 7, 7, 8]);
});

test("a failed step marks its parents", () => {
  const failed = stepNodes(nested).filter((node) => node.failed);
  expect(failed.map(({ step }) => step.title)).toEqual(["pay", "press"]);
});

test("only rows without a collapsed parent are visible", () => {
  const nodes = stepNodes(nested);
  const titles = (open: (failed: boolean) => boolean) =>
    displaySteps(nodes, (node) => open(node.failed)).map(({ step }) => step.title);
  expect(titles(() => false)).toEqual(["before", "pay", "after"]);
  expect(titles((failed) => failed)).toEqual(["before", "pay", "fill", "press", "wait", "after"]);
  expect(titles(() => true)).toHaveLength(8);
});

test("handles depths that skip levels and ten thousand nested steps", () => {
  expect(stepNodes(steps(">>>deep", ">less", "least")).map(({ end }) => end)).toEqual([1, 2, 3]);
  const line = Array.from({ length: 10_000 }, (_, index): Step => ({
    title: "",
    depth: index,
    status: index === 9999 ? "failed" : "passed",
    duration: null,
  }));
  expect(stepNodes(line).every(({ end, failed }) => end === 10_000 && failed)).toBe(true);
});
