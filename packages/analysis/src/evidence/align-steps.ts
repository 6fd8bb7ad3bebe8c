import { isMuchLonger } from "./since-last-pass.ts";

/** Step of an attempt, as far as its comparison needs it. */
export interface ComparedStep {
  readonly title: string;
  /** 0 for a step that is not part of another one. */
  readonly depth: number;
  readonly status: "passed" | "failed" | "skipped";
  /** In milliseconds; `null` if it is unknown. */
  readonly duration: number | null;
}

/** A step in the last pass and in a failure. One of them is `null` if the step ran in the other only. */
export interface AlignedStep {
  readonly title: string;
  readonly depth: number;
  readonly passed: ComparedStep | null;
  readonly failed: ComparedStep | null;
  readonly difference: "failed" | "only-passed" | "only-failed" | "slower" | null;
}

/** Maximum number of steps per attempt that are compared. */
export const comparedSteps = 500;

/**
 * Aligns steps with the same title in the order in which they ran. A repeated title is paired with the same repetition. Steps that only ran in the pass
 * follow the step before them.
 */
export function alignSteps(passed: readonly ComparedStep[], failed: readonly ComparedStep[]): AlignedStep[] {
  const before = withKeys(passed);
  const now = withKeys(failed);
  const keysNow = new Set(now.map(([key]) => key));
  const byKey = new Map(before);
  /** Steps of the pass only, by the shared step before them. */
  const onlyPassed = new Map<string, AlignedStep[]>();
  let previous = "";
  for (const [key, step] of before) {
    if (keysNow.has(key)) previous = key;
    else onlyPassed.set(previous, [...(onlyPassed.get(previous) ?? []), aligned(step, null)]);
  }
  return [
    ...(onlyPassed.get("") ?? []),
    ...now.flatMap(([key, step]) => [aligned(byKey.get(key) ?? null, step), ...(onlyPassed.get(key) ?? [])]),
  ];
}

/** Keys consist of the title and the number of its repetition. */
function withKeys(steps: readonly ComparedStep[]): (readonly [key: string, step: ComparedStep])[] {
  const met = new Map<string, number>();
  return steps.slice(0, comparedSteps).map((step) => {
    const repetition = (met.get(step.title) ?? 0) + 1;
    met.set(step.title, repetition);
    return [`${repetition} ${step.title}`, step] as const;
  });
}

function aligned(passed: ComparedStep | null, failed: ComparedStep | null): AlignedStep {
  const { title, depth } = failed ?? passed ?? { title: "", depth: 0 };
  return { title, depth, passed, failed, difference: differenceOf(passed, failed) };
}

function differenceOf(passed: ComparedStep | null, failed: ComparedStep | null): AlignedStep["difference"] {
  if (failed?.status === "failed") return "failed";
  if (failed === null) return "only-passed";
  if (passed === null) return "only-failed";
  return isMuchLonger(passed.duration, failed.duration) ? "slower" : null;
}
