import type { Problem } from "@plumb/contract/runs/reports.ts";

/** What people call a problem of a report. */
export const problemWords: Readonly<Record<Problem["severity"], string>> = {
  error: "Failure outside any test",
  incomplete: "Broke off",
  warning: "Warning",
};
