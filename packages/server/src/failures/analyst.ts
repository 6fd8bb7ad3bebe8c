import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";

let analyst: FailureAnalyst | undefined;

/** The one of this process: it holds the model, and remembers errors that recur. Made when the first failure is looked at. */
export function theAnalyst(): FailureAnalyst {
  analyst ??= new FailureAnalyst();
  return analyst;
}
