import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";
import { classifierModel } from "./classifier-model.ts";

let analyst: FailureAnalyst | undefined;

/** Returns the analyst of this process, which holds the model and caches recurring errors. Created for the first failure. */
export function theAnalyst(): FailureAnalyst {
  analyst ??= new FailureAnalyst(classifierModel());
  return analyst;
}
