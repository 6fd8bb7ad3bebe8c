import type { Step } from "@plumb/contract/runs/results.ts";

/** Step with its position in the tree. */
export interface TimelineStep {
  readonly step: Step;
  /** `3` for an outermost step, `3.1` for the first step inside it. */
  readonly number: string;
  /** 0 for an outermost step. */
  readonly level: number;
  /** Index of the surrounding step; -1 for an outermost step. */
  readonly parent: number;
  /** Index after its last nested step; its own index + 1 if nothing is nested. */
  readonly end: number;
}

export interface StepTimeline {
  readonly steps: readonly TimelineStep[];
  /** Number of outermost steps. The totals include only these, because the time of nested steps would count twice. */
  readonly outermost: number;
  /** Total milliseconds of the outermost steps; `null` without durations. */
  readonly totalMs: number | null;
  /** Mean milliseconds of outermost steps with a duration; `null` without one. */
  readonly averageMs: number | null;
  readonly fastest: Step | null;
  readonly slowest: Step | null;
}

/**
 * Builds the tree of steps and its totals in one pass.
 *
 * @param steps In order of start, children after their parent with a greater depth. The first step can have any
 * depth, and depths can skip levels: everything after a shallower step is inside it.
 */
export function stepTimeline(steps: readonly Step[]): StepTimeline {
  const placed: { -readonly [Key in keyof TimelineStep]: TimelineStep[Key] }[] = [];
  const around: { index: number; depth: number; inside: number }[] = [];
  let outermost = 0;
  let timed = 0;
  let totalMs = 0;
  let fastest: Step | null = null;
  let slowest: Step | null = null;

  const close = (depth: number, end: number) => {
    for (let last = around.at(-1); last !== undefined && last.depth >= depth; last = around.at(-1)) {
      const closed = placed[last.index];
      if (closed !== undefined) closed.end = end;
      around.pop();
    }
  };
  for (const [index, step] of steps.entries()) {
    close(step.depth, index);
    const parent = around.at(-1);
    if (parent === undefined) {
      outermost += 1;
      if (step.duration !== null) {
        timed += 1;
        totalMs += step.duration;
        if (fastest === null || step.duration < (fastest.duration ?? 0)) fastest = step;
        if (slowest === null || step.duration > (slowest.duration ?? 0)) slowest = step;
      }
    } else parent.inside += 1;
    const number = parent === undefined ? `${outermost}` : `${placed[parent.index]?.number}.${parent.inside}`;
    placed.push({ step, number, level: around.length, parent: parent?.index ?? -1, end: index + 1 });
    around.push({ index, depth: step.depth, inside: 0 });
  }
  close(Number.NEGATIVE_INFINITY, steps.length);
  return {
    steps: placed,
    outermost,
    totalMs: timed === 0 ? null : totalMs,
    averageMs: timed === 0 ? null : totalMs / timed,
    fastest,
    slowest,
  };
}

/** Returns the indexes of the steps that are initially open: those around a failed step, so that no failure is hidden. */
export function aroundFailures({ steps }: StepTimeline): ReadonlySet<number> {
  const open = new Set<number>();
  for (const { step, parent } of steps) {
    if (step.status !== "failed") continue;
    for (let at = parent; at !== -1 && !open.has(at); at = steps[at]?.parent ?? -1) open.add(at);
  }
  return open;
}

/** Returns the indexes of the visible steps while these are open. */
export function unfolded({ steps }: StepTimeline, open: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let index = 0; index < steps.length;) {
    visible.push(index);
    index = open.has(index) ? index + 1 : (steps[index]?.end ?? steps.length);
  }
  return visible;
}

/** Returns the width of a step's bar in percent of the slowest outermost step, at least 2; `null` if a duration is unknown. */
export function barWidth(durationMs: number | null, slowestMs: number | null): number | null {
  if (durationMs === null || slowestMs === null) return null;
  return slowestMs <= 0 ? 2 : Math.min(100, Math.max(2, (100 * durationMs) / slowestMs));
}
