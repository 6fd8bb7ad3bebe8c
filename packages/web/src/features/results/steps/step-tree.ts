import type { Step } from "@plumb/contract/runs/results.ts";

/** A step of a flattened tree: children follow with a greater depth. */
export interface StepNode {
  readonly step: Step;
  /** Its position among all steps, from 0. */
  readonly index: number;
  /** The place after the last step below it. */
  readonly end: number;
  /** It or a step below it failed. */
  readonly failed: boolean;
}

/** The steps with the reach of each, in one pass from the last to the first. */
export function stepNodes(steps: readonly Step[]): StepNode[] {
  const nodes: StepNode[] = [];
  // Open parents, outermost first.
  const ends: number[] = [];
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index] as Step;
    // The next step that is not deeper ends it.
    while (ends.length > 0 && (steps[ends.at(-1) as number]?.depth ?? 0) > step.depth) ends.pop();
    nodes[index] = { step, index, end: ends.at(-1) ?? steps.length, failed: step.status === "failed" };
    ends.push(index);
  }
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const node = nodes[index] as StepNode;
    if (node.failed) continue;
    // Each step below is looked at by its nearest ancestor only.
    for (let child = index + 1; child < node.end; child = (nodes[child] as StepNode).end) {
      if (nodes[child]?.failed === true) {
        nodes[index] = { ...node, failed: true };
        break;
      }
    }
  }
  return nodes;
}

/** The steps that are seen when these are closed. */
export function shownSteps(nodes: readonly StepNode[], isOpen: (node: StepNode) => boolean): StepNode[] {
  const shown: StepNode[] = [];
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index] as StepNode;
    shown.push(node);
    index = isOpen(node) ? index + 1 : node.end;
  }
  return shown;
}
