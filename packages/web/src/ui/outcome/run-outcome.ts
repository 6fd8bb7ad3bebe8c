import type { RunInBrief } from "@plumb/contract/projects/project-states.ts";
import type { Outcome } from "./outcome.ts";

/** Returns whether a run is running, red or green. A run is red by the same rule as on the dashboard. */
export function runOutcome({ status, failed, errored }: Pick<RunInBrief, "errored" | "failed" | "status">): Outcome {
  if (status === "running" || status === "interrupted") return status;
  return status === "failed" || failed + errored > 0 ? "failed" : "passed";
}
