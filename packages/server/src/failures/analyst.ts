import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";

let analyst: FailureAnalyst | undefined;

/** The engine of this process: it has the model, and remembers recurring errors. Created with the first failure. */
export function theAnalyst(): FailureAnalyst {
  analyst ??= new FailureAnalyst();
  return analyst;
}
