import { labelLimits } from "@plumb/contract/runs/run-labels.ts";

/** Returns a warning if tags or facts of an upload were left out. */
export function labelWarnings(left: number): string[] {
  if (left === 0) return [];
  const { perRun } = labelLimits;
  return [
    `${left === 1 ? "1 tag or fact was" : `${left} tags or facts were`} left out: a run can have ${perRun} of each.`,
  ];
}
