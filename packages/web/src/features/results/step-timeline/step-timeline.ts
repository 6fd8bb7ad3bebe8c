import type { Step } from "@plumb/contract/runs/results.ts";

/** A step in its place. */
export interface TimelineStep {
  readonly step: Step;
  /** `3` of an outermost step, `3.1` of the first one inside it. */
  readonly number: string;
  /** 0 of an outermost step. */
  readonly level: number;
  /** Index of the step around it; -1 of an outermost step. */
  readonly parent: number;
  /** Index after its last nested step; its own index + 1 if nothing is nested. */
  readonly end: number;
}

export interface StepTimeline {
  readonly steps: readonly TimelineStep[];
  /** How many steps are outermost: only these are counted and added up, or nested time would count twice. */
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

/** Indexes of the steps that are unfolded at first: those around a failed one, so that a failure is never hidden. */
export function aroundFailures({ steps }: StepTimeline): ReadonlySet<number> {
  const open = new Set<number>();
  for (const { step, parent } of steps) {
    if (step.status !== "failed") continue;
    for (let at = parent; at !== -1 && !open.has(at); at = steps[at]?.parent ?? -1) open.add(at);
  }
  return open;
}

/** Indexes of the steps that show while these are unfolded. */
export function unfolded({ steps }: StepTimeline, open: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let index = 0; index < steps.length;) {
    shown.push(index);
    index = open.has(index) ? index + 1 : (steps[index]?.end ?? steps.length);
  }
  return shown;
}

/** Width of a step's bar in percent of the slowest outermost step, at least 2; null if no time is known. */
export function barWidth(durationMs: number | null, slowestMs: number | null): number | null {
  if (durationMs === null || slowestMs === null) return null;
  return slowestMs <= 0 ? 2 : Math.min(100, Math.max(2, (100 * durationMs) / slowestMs));
}
