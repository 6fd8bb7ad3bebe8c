import type { Problem } from "@plumb/contract/runs/reports.ts";

/** Labels of problems in a report. */
export const problemLabels: Readonly<Record<Problem["severity"], string>> = {
  error: "Failure outside tests",
  incomplete: "Incomplete",
  warning: "Warning",
};
