import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";

let analyst: FailureAnalyst | undefined;

/** Returns the analyst of this process, which holds the model and caches recurring errors. Created for the first failure. */
export function theAnalyst(): FailureAnalyst {
  analyst ??= new FailureAnalyst();
  return analyst;
}
