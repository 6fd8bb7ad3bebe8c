import type { Step } from "@plumb/contract/runs/results.ts";

/** Step of a flattened tree. Children follow with a greater depth. */
export interface StepNode {
  readonly step: Step;
  /** Position among all steps, from 0. */
  readonly index: number;
  /** Index after the last step below it. */
  readonly end: number;
  /** Whether the step or a step below it failed. */
  readonly failed: boolean;
}

/** Returns the steps with the range of their children, in one pass from the last to the first. */
export function stepNodes(steps: readonly Step[]): StepNode[] {
  const nodes: StepNode[] = [];
  // Indexes of possible next siblings, the nearest one last.
  const ends: number[] = [];
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index] as Step;
    // The next step that is not deeper ends its range.
    while (ends.length > 0 && (steps[ends.at(-1) as number]?.depth ?? 0) > step.depth) ends.pop();
    nodes[index] = { step, index, end: ends.at(-1) ?? steps.length, failed: step.status === "failed" };
    ends.push(index);
  }
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const node = nodes[index] as StepNode;
    if (node.failed) continue;
    // Checks only direct children, which already include the steps below them.
    for (let child = index + 1; child < node.end; child = (nodes[child] as StepNode).end) {
      if (nodes[child]?.failed === true) {
        nodes[index] = { ...node, failed: true };
        break;
      }
    }
  }
  return nodes;
}

/** Returns the visible steps, without those in closed steps. */
export function displaySteps(nodes: readonly StepNode[], isOpen: (node: StepNode) => boolean): StepNode[] {
  const visible: StepNode[] = [];
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index] as StepNode;
    visible.push(node);
    index = isOpen(node) ? index + 1 : node.end;
  }
  return visible;
}
