import type { Problem } from "@plumb/contract/runs/reports.ts";

/** Labels of problems in a report. */
export const problemLabels: Readonly<Record<Problem["severity"], string>> = {
  error: "Failure outside any test",
  incomplete: "Broke off",
  warning: "Warning",
};
